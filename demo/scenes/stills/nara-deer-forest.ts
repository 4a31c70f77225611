import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from '../kit/curve.ts'
import { paintDeer } from '../kit/deer.ts'
import { finish } from '../kit/finish.ts'
import { cellRandom, fbm, noise, ridged } from '../kit/gradient-noise.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { css, mix, ramp, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 2560
const height = 1707
const source = { x: 1500, y: -260 }
const air = ramp([0, tone('#fff3c9')], [0.35, tone('#f3e3a8')], [0.7, tone('#b9c79a')], [1, tone('#5f8276')])

/** Glowing mist: brightest where the sun comes down, cooler and darker away from it. */
function mistTone(x: number, y: number): Tone {
  const far = Math.hypot((x - 1460) * 0.8, (y - 560) * 0.9) / 1180
  return air(clamp(far + 0.06 * fbm(x / 300, y / 300, 3, 2)))
}

type Trunk = { x: number; foot: number; girth: number; lean: number; depth: number; seed: number }

/** Cedars in nine ranks; the nearest dark and huge, the farthest hardly there. */
function stand(): Trunk[] {
  const roll = random(26)
  const trunks: Trunk[] = []
  for (let rank = 0; rank < 8; rank++) {
    const depth = rank / 8
    const count = Math.round(lerp(30, 5, depth))
    for (let i = 0; i < count; i++) {
      const x = ((i + 0.2 + roll() * 0.7) / count) * (width + 300) - 150
      const clearing = Math.abs(x - 1400) < lerp(60, 430, depth) && rank > 1
      if (clearing) continue
      trunks.push({
        x,
        foot: lerp(935, 1250, depth ** 1.35) + roll() * 30,
        girth: lerp(20, 96, depth ** 1.5) * (0.8 + roll() * 0.5),
        lean: (roll() - 0.5) * 40,
        depth,
        seed: Math.floor(roll() * 900),
      })
    }
  }
  for (const [x, girth, foot] of [
    [150, 210, 1540],
    [690, 120, 1345],
    [2290, 250, 1600],
    [1985, 110, 1330],
  ] as const)
    trunks.push({ x, girth, foot, lean: x < 1000 ? 26 : -34, depth: girth > 180 ? 1.12 : 0.95, seed: x })
  return trunks.sort((a, b) => a.depth - b.depth)
}

/** Red-brown bark in long strips, moss at the foot, a rim of light on the side of the sun. */
function paintTrunk(ctx: SKRSContext2D, { x, foot, girth, lean, depth, seed }: Trunk) {
  const veil = clamp(1 - depth) ** 0.75 * 0.94
  const side = source.x > x ? 1 : -1
  const area = {
    x: x - girth * 1.6 - Math.abs(lean),
    y: 0,
    width: girth * 3.2 + Math.abs(lean) * 2,
    height: foot + 40,
  }
  pixelPass(ctx, area, (px, py, out) => {
    const up = (foot - py) / foot
    const flare = 1 + 0.5 * Math.exp(-(foot - py) / (girth * 0.6)) + 0.05 * noise(py / (girth * 2), seed)
    const root = 1 + 0.12 * Math.exp(-(foot - py) / (girth * 0.6)) * noise(px / (girth * 0.12), seed)
    const half = girth * 0.5 * flare * root * (1 - up * 0.24)
    const u = (px - x - lean * up * up) / half
    const ground = foot + 14 * (1 - u * u) + 8 * noise(px / 22, seed)
    const inside = (1 - Math.abs(u)) * half
    if (inside < -1 || py > ground) {
      out[3] = 0
      return
    }
    const arc = Math.asin(clamp(u, -1, 1))
    const strip = ridged(
      arc * girth * 0.035 + seed + 0.4 * noise(py / 160, u * 2, seed),
      py / (girth * 3.4),
      4,
      seed % 50,
    )
    const flake = noise((arc * girth) / 5, py / 26, seed % 40)
    const round = Math.sqrt(Math.max(0, 1 - u * u))
    const rim = smooth(0.35, 1, u * side) ** 2
    let c = mix(
      tone('#150f0c'),
      tone('#5a3c2b'),
      clamp(0.16 + 0.5 * strip * round + 0.1 * flake + 0.12 * (1 - depth)),
    )
    const moss = smooth(
      0.2,
      0.6,
      fbm(px / (girth * 0.3), py / (girth * 0.6), 4, seed % 30) +
        0.75 * Math.exp(-(foot - py) / (girth * 1.7)) -
        0.15 * side * u,
    )
    c = mix(c, mix(tone('#1b2b12'), tone('#6f8a38'), clamp(0.1 + 0.45 * strip + 0.4 * rim)), moss * 0.75)
    c = mix(c, tone('#ffdf9a'), rim * (0.2 + 0.6 * strip) * 0.6 * smooth(1.3, 0.6, depth) + rim ** 3 * 0.25)
    const low = smooth(foot - 330 * (1.2 - depth), foot, py) * 0.5 * clamp(0.8 - depth)
    const m = mistTone(px, py)
    c = mix(c, m, clamp(veil + low))
    out[0] = c[0]
    out[1] = c[1]
    out[2] = c[2]
    const blades = 10 * noise(px / 3.1, 1, seed) + 6 * noise(px / 1.3, 2, seed)
    out[3] = clamp(inside + 0.5) * smooth(ground + 2, ground - 8, py + Math.abs(blades) * (0.6 + depth))
  })
}

/** Drooping cedar boughs across the top of a rank, paler the farther; the nearest hang at the sides only. */
function boughs(ctx: SKRSContext2D, depth: number, roll: () => number) {
  for (let i = 0; i < 34; i++) {
    const x = roll() * width
    const open = Math.abs(x - 1420) / 1280
    if (open < 0.2 + depth * 0.22) continue
    const y = -60 + roll() * (110 + 330 * open) * (0.55 + depth * 0.6)
    const long = (90 + roll() * 120) * (0.45 + depth)
    const aim = (x < 1420 ? 0.32 : Math.PI - 0.32) + (roll() - 0.5) * 0.5
    const m = mistTone(x, y)
    for (let k = 0; k < 420; k++) {
      const t = roll()
      const px = x + Math.cos(aim) * long * t * 1.6
      const py = y + Math.sin(aim) * long * t + t * t * long * 0.5
      const spray = (1 - t * 0.55) * long * 0.17
      const ox = px + (roll() + roll() - 1) * spray * 1.3
      const oy = py + roll() * spray
      const lit = clamp(
        0.08 + roll() * 0.36 + 0.34 * Math.exp(-(((ox - source.x) / 900) ** 2)) - (oy - py) / spray / 3,
      )
      ctx.strokeStyle = css(mix(mix(tone('#0a1610'), tone('#87a046'), lit), m, (1 - depth) * 0.8), 0.9)
      ctx.lineWidth = 0.8 + depth * 1.0
      ctx.beginPath()
      for (let n = 0; n < 4; n++) {
        const turn = aim + (n - 1.5) * 0.5 + 0.35
        ctx.moveTo(ox, oy)
        ctx.lineTo(
          ox + Math.cos(turn) * spray * 0.3,
          oy + Math.abs(Math.sin(turn)) * spray * 0.24 + spray * 0.1,
        )
      }
      ctx.stroke()
    }
  }
}

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

/** A clump of fern: arching fronds, each a rib with narrowing leaflets, lit towards the tips. */
function fern(ctx: SKRSContext2D, x: number, y: number, size: number, roll: () => number, bright: number) {
  for (let f = 0; f < 8; f++) {
    const aim = -Math.PI / 2 + (f - 3.5) * 0.36 + (roll() - 0.5) * 0.5
    const long = size * (0.65 + roll() * 0.7)
    const droop = 0.35 + roll() * 0.4
    for (let k = 1; k < 26; k++) {
      const t = k / 26
      const px = x + Math.cos(aim) * long * t * 1.15
      const py = y + Math.sin(aim) * long * t + t * t * long * droop
      const along = Math.atan2(Math.sin(aim) + 2 * t * droop, Math.cos(aim) * 1.15)
      const leaf = size * 0.15 * Math.sin(Math.PI * (0.16 + t * 0.82))
      for (const side of [-1, 1]) {
        const lit = clamp(bright * (0.15 + roll() * 0.5 + t * 0.45 + (side * Math.cos(aim) < 0 ? 0.15 : 0)))
        ctx.fillStyle = css(mix(tone('#0b170c'), tone('#cbd867'), lit * lit))
        const turn = along + side * 1.05
        ctx.beginPath()
        ctx.ellipse(
          px + Math.cos(turn) * leaf * 0.5,
          py + Math.sin(turn) * leaf * 0.5,
          leaf * 0.55,
          leaf * 0.15 + 0.5,
          turn,
          0,
          7,
        )
        ctx.fill()
      }
    }
  }
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
