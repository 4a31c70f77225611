import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from '../kit/curve.ts'
import { paintDeer } from '../kit/deer.ts'
import { fern } from '../kit/fern.ts'
import { finish } from '../kit/finish.ts'
import { cellRandom, fbm, noise } from '../kit/gradient-noise.ts'
import { boughs, mistTone, paintTrunk, source, stand, width } from '../kit/misty-cedars.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { mix, scaled, smooth, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const height = 1707
/** Forest floor: moss, fallen needles, pools of sun; hazy at the back. */
function paintFloor(ctx: SKRSContext2D) {
  pixelPass(ctx, { x: 0, y: 880, width, height: height - 880 }, (x, y, out) => {
    const rise = 14 * fbm(x / 500, 1, 3, 4)
    const near = clamp((y - 900 - rise) / 800)
    const z = 1 / (0.05 + near)
    const gx = (x - 1280) * z * 0.003
    const gz = z * 6
    const lumps = fbm(gx * 2.2, gz * 2.2, 5, 8)
    const lumpsUp = fbm(gx * 2.2 + 0.04, gz * 2.2 - 0.1, 5, 8)
    const light = clamp(0.42 + (lumps - lumpsUp) * 3.4)
    const pool = smooth(
      0.02,
      0.36,
      fbm(gx * 0.8 + 4, gz * 0.55, 3, 15) + 0.34 * Math.exp(-(((x - 1380) / 560) ** 2)),
    )
    const needles = smooth(-0.1, 0.3, fbm(gx * 1.3, gz * 1.3, 4, 23))
    const speck = 0.1 * (cellRandom(Math.floor(x / 2.2), Math.floor(y / 1.6), 3) - 0.5)
    const mossy = mix(tone('#0e1c0e'), tone('#86a23e'), clamp(light * 0.55 + pool * 0.42 + speck))
    const brown = mix(tone('#1a100a'), tone('#a77c43'), clamp(light * 0.5 + pool * 0.4 + speck))
    let c = mix(mossy, brown, needles * 0.55)
    c = mix(c, tone('#ffe9a6'), pool * 0.22 * light)
    c = scaled(c, 1 - 0.5 * smooth(0.45, 1, near))
    c = mix(c, mistTone(x, 900), (1 - smooth(0, 0.42, near)) * 0.92)
    out[0] = c[0]
    out[1] = c[1]
    out[2] = c[2]
    out[3] = smooth(900 + rise, 940 + rise, y)
  })
}

/** Shafts of sun fan out from above, broken by the crowns. */
function shafts(ctx: SKRSContext2D, strength: number) {
  pixelPass(
    ctx,
    { x: 0, y: 0, width, height },
    (x, y, out) => {
      const angle = Math.atan2(x - source.x, y - source.y)
      const far = Math.hypot(x - source.x, y - source.y)
      const beam = smooth(
        0.05,
        0.6,
        noise(angle * 11, 0.5, 3) + 0.5 * noise(angle * 27, 3, 4) + 0.22 * noise(angle * 60, far / 900, 5),
      )
      const dust = 0.75 + 0.25 * fbm(x / 190, y / 190, 3, 9)
      const fade = smooth(2000, 500, far) * Math.exp(-((angle / 0.85) ** 2))
      out[0] = 1
      out[1] = 0.93
      out[2] = 0.66
      out[3] = clamp(beam * dust * fade * strength)
    },
    0.35,
  )
}

function paint(ctx: SKRSContext2D) {
  const roll = random(14)
  pixelPass(
    ctx,
    { x: 0, y: 0, width, height },
    (x, y, out) => {
      const m = mistTone(x, y)
      out[0] = m[0]
      out[1] = m[1]
      out[2] = m[2]
    },
    0.5,
  )
  const trunks = stand()
  for (let rank = 0; rank < 4; rank++) {
    for (const trunk of trunks.filter((t) => t.depth < 0.5 && Math.floor(t.depth * 8) === rank))
      paintTrunk(ctx, trunk)
    boughs(ctx, rank / 8, roll)
  }
  paintFloor(ctx)
  shafts(ctx, 0.75)
  for (const trunk of trunks.filter((t) => t.depth >= 0.5 && t.depth < 0.9)) paintTrunk(ctx, trunk)
  for (let i = 0; i < 26; i++) fern(ctx, roll() * width, 1120 + roll() * 90, 34 + roll() * 26, roll, 0.8)
  const fur = { dark: tone('#20130b'), rim: tone('#ffe2a0'), veil: mistTone(1400, 900) }
  paintDeer(ctx, {
    x: 1140,
    y: 1262,
    size: 278,
    facing: 1,
    antlers: true,
    grazing: false,
    ...fur,
    haze: 0.04,
  })
  paintDeer(ctx, {
    x: 1640,
    y: 1196,
    size: 196,
    facing: -1,
    antlers: false,
    grazing: false,
    ...fur,
    haze: 0.14,
  })
  paintDeer(ctx, {
    x: 1850,
    y: 1226,
    size: 206,
    facing: -1,
    antlers: false,
    grazing: true,
    ...fur,
    haze: 0.1,
  })
  for (let i = 0; i < 70; i++)
    fern(ctx, 500 + roll() * 1700, 1245 + roll() * 60, 30 + roll() * 26, roll, 0.75)
  shafts(ctx, 0.34)
  for (const trunk of trunks.filter((t) => t.depth >= 0.9)) {
    paintTrunk(ctx, trunk)
    for (let i = 0; i < 7; i++)
      fern(
        ctx,
        trunk.x + (roll() - 0.5) * trunk.girth * 1.9,
        trunk.foot + 20 + roll() * 30,
        trunk.girth * 0.4,
        roll,
        0.55,
      )
  }
  boughs(ctx, 1, roll)
  for (let i = 0; i < 60; i++) {
    const x = roll() * width
    const edge = Math.abs(x - 1280) / 1280
    fern(
      ctx,
      x,
      1500 - edge * 130 + roll() * 240,
      90 + roll() * 90,
      roll,
      0.35 + 0.5 * Math.exp(-(((x - 1380) / 520) ** 2)),
    )
  }
  for (let i = 0; i < 240; i++) {
    ctx.fillStyle = `rgba(255,240,190,${0.15 + roll() * 0.5})`
    ctx.beginPath()
    ctx.arc(900 + roll() * 1100, 250 + roll() * 1050, 0.8 + roll() ** 3 * 3.4, 0, 7)
    ctx.fill()
  }
  finish(ctx, { bloom: 0.3, spread: 0.02, vignette: 0.42, contrast: 1.06 })
}

export const still: Still = { slug: 'nara-deer-forest', width, height, quality: 82, paint }
