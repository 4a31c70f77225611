import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { paintMass } from '../kit/foliage.ts'
import { cellRandom, fbm, noise } from '../kit/gradient-noise.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { type Camera, type Hit, paintRelief, sunlit, unit } from '../kit/relief.ts'
import { ground, islandAt, stoneHeight } from '../kit/stone-garden.ts'
import { mix, ramp, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 2560
const height = 1707
const wallFoot = 742
const wallTop = 420
const camera: Camera = { eye: 3.1, horizon: 250, focal: 2050, centre: 1280, near: 3.4, far: 13.05 }
const sun = unit(-0.6, 0.42, -0.5)

const mossy = ramp([0, tone('#16240f')], [0.4, tone('#36501f')], [0.7, tone('#6d8437')], [1, tone('#c3c277')])
const rocky = ramp(
  [0, tone('#1d1f22')],
  [0.4, tone('#55564f')],
  [0.75, tone('#97937f')],
  [1, tone('#d8cfb4')],
)
const sandy = ramp(
  [0, tone('#4c5158')],
  [0.38, tone('#9a9a94')],
  [0.75, tone('#dcd5c4')],
  [1, tone('#fff6e2')],
)

/** Sun through the trees outside the wall: blotches of light, soft at the rim. */
function dapple(x: number, z: number): number {
  const u = x + z * 0.35
  const leafy = fbm(u * 0.9 + 1.7, z * 1.3, 4, 8) + 0.3 * noise(u * 4.2, z * 5.4, 3)
  return (
    0.2 +
    0.8 *
      smooth(
        0.34,
        -0.2,
        leafy -
          0.42 * smooth(9.5, 6.4, z) +
          0.2 * smooth(10.2, 13, z) +
          0.3 * smooth(-1.4, -3.6, x + (z - 6) * 0.25),
      )
  )
}

function shade(hit: Hit, out: Float64Array) {
  const { x, y, z } = hit
  const sunShare = sunlit(ground, hit, sun, 2.4, 7) * dapple(x, z)
  const facing = clamp(hit.nx * sun[0] + hit.ny * sun[1] + hit.nz * sun[2])
  const skyShare = 0.5 + 0.5 * hit.ny
  const { reach } = islandAt(x, z)
  const stone = stoneHeight(x, z)
  const nook = clamp(
    0.55 +
      (y - (ground(x - 0.12, z) + ground(x + 0.12, z) + ground(x, z - 0.12) + ground(x, z + 0.12)) / 4) * 5,
    0.25,
    1,
  )
  let c: Tone
  if (stone > 0.03 && stone >= y - 0.004) {
    const lichen = smooth(0.12, 0.4, fbm(x * 4, z * 4 + y * 5, 3, 6))
    c = rocky(clamp(skyShare * 0.2 * nook + sunShare * facing * 0.95 + 0.09 * fbm(x * 14, y * 14 + z * 5, 3)))
    c = mix(c, scaled(tone('#c6c9a8'), 0.25 + 0.8 * sunShare * facing), lichen * 0.4)
    c = mix(c, mossy(0.1 + 0.6 * sunShare * facing), smooth(0.3, 0.02, y + 0.12 * noise(x * 6, z * 6)) * 0.9)
  } else if (reach < 0) {
    c = mossy(clamp(skyShare * 0.2 * nook + sunShare * facing * 0.72 + 0.1 * fbm(x * 5, z * 5, 3, 2)))
  } else {
    const pebble = 0.1 * (cellRandom(Math.floor(x * 95), Math.floor(z * 60)) - 0.5)
    c = sandy(clamp(skyShare * 0.3 * nook + sunShare * facing * 0.82 + pebble))
    c = mix(c, scaled(mossy(0.4), 0.8), smooth(0.05, 0, reach) * 0.6)
  }
  const cool = 1 - sunShare
  out[0] = c[0] * (1.03 - 0.1 * cool)
  out[1] = c[1] * (1 - 0.03 * cool)
  out[2] = c[2] * (0.94 + 0.14 * cool)
}

/** Clay wall boiled in oil, as at Ryoan-ji: ochre, stained, under a tiled coping. */
function paintWall(ctx: SKRSContext2D) {
  const clay = ramp(
    [0, tone('#4f3826')],
    [0.45, tone('#937150')],
    [0.8, tone('#bf9d72')],
    [1, tone('#e6cda0')],
  )
  pixelPass(ctx, { x: 0, y: wallTop - 8, width, height: wallFoot - wallTop + 30 }, (x, y, out) => {
    const down = (y - wallTop) / (wallFoot - wallTop)
    const streak = fbm(x / 46, y / 420, 4, 5)
    const patch = fbm(x / 260, y / 120, 5, 9)
    const spots = leafShade(x, y)
    let c = clay(
      clamp(
        0.44 +
          0.3 * patch +
          0.2 * streak * (1 - down) -
          0.3 * smooth(0.28, 0, down) +
          0.03 * noise(x / 2.5, y / 2.5),
      ),
    )
    c = mix(c, tone('#4b3a2a'), 0.6 * smooth(0.72, 1, down + 0.16 * fbm(x / 60, y / 50, 3, 3)))
    c = mix(c, tone('#e9dcc0'), 0.35 * smooth(0.25, 0.5, fbm(x / 70, y / 44, 4, 14)))
    const light = 0.56 + 0.5 * spots * smooth(-0.02, 0.2, down)
    out[0] = c[0] * light
    out[1] = c[1] * (light * 0.97 + 0.01)
    out[2] = c[2] * (light * 0.88 + 0.07)
    if (y > wallFoot) {
      const stoneCell = cellRandom(Math.floor((x + 9 * noise(y, x / 40)) / 74), 3)
      const lit = (0.28 + 0.2 * stoneCell + 0.1 * fbm(x / 9, y / 9, 3)) * (0.5 + 0.6 * spots)
      out[0] = lit
      out[1] = lit * 0.98
      out[2] = lit * 0.9
    }
  })
  const tile = 41
  pixelPass(ctx, { x: 0, y: wallTop - 118, width, height: 128 }, (x, y, out) => {
    const down = (y - (wallTop - 118)) / 118
    const across = (((x + 13) / tile) % 1) + (x < 0 ? 1 : 0)
    const index = Math.floor((x + 13) / tile)
    const round = Math.abs(across - 0.5) * 2
    const cap = Math.sqrt(Math.max(0, 1 - (round / 0.46) ** 2))
    const ridge = down < 0.17
    const course = (down * 4.4) % 1
    const wear = 0.12 * (cellRandom(index, Math.floor(down * 4.4), 2) - 0.5) + 0.1 * fbm(x / 13, y / 13, 3, 4)
    let lit = ridge
      ? 0.34 + 0.5 * smooth(0.15, 0.02, down)
      : 0.2 + 0.36 * cap * (1.15 - across) + 0.16 * smooth(0.12, 0, course) - 0.12 * smooth(0.85, 1, course)
    if (!ridge && cap <= 0) lit = 0.17 - 0.1 * smooth(0.5, 1, 1 - round) + 0.1 * course
    const end = down > 0.9
    if (end)
      lit =
        cap > 0 ? 0.16 + 0.24 * smooth(0.25, 0.34, Math.hypot(round * 0.7, (down - 0.97) * 9) % 0.36) : 0.05
    const spots = leafShade(x, y)
    const moss = smooth(0.2, 0.42, fbm(x / 60, y / 30, 4, 21)) * (ridge ? 0.3 : 0.55)
    const c = mix([0.93, 0.98, 1.06], [0.78, 0.98, 0.42], moss)
    const light = (lit + wear * 0.5) * (0.6 + 0.5 * spots)
    out[0] = c[0] * light
    out[1] = c[1] * light
    out[2] = c[2] * light
    out[3] = end && cap <= 0 && down > 0.95 ? 0 : 1
  })
}

const leafShade = (x: number, y: number) =>
  0.2 +
  0.8 * smooth(0.3, -0.24, fbm(x / 150 + y / 500, y / 300 + x / 900, 3, 33) + 0.35 * noise(x / 44, y / 36, 2))

/** The wood outside: dark depth, trunks, then clumps of maple and camellia leaning over the wall. */
function paintTrees(ctx: SKRSContext2D) {
  pixelPass(
    ctx,
    { x: 0, y: 0, width, height: wallTop },
    (x, y, out) => {
      const gap = smooth(0.1, 0.5, fbm(x / 240, y / 170, 5, 13) + 0.35 * smooth(300, 0, y) - 0.15)
      const c = mix(
        mix(tone('#0f1c14'), tone('#2e4a2c'), 0.5 + 0.5 * fbm(x / 60, y / 60, 4)),
        tone('#e7edc0'),
        gap * 0.75,
      )
      out[0] = c[0]
      out[1] = c[1]
      out[2] = c[2]
    },
    0.5,
  )
  const roll = random(3)
  const greens = ['#0a1710', '#10241a', '#183321', '#254a28', '#3d6a30', '#6d9240', '#b9c46a'].map(tone)
  const maples = ['#121f10', '#22361a', '#3d5722', '#6d7f2e', '#a29a3c', '#d8c46a'].map(tone)
  for (let i = 0; i < 9; i++) {
    const x = 120 + i * 300 + roll() * 160
    ctx.strokeStyle = `rgba(${28 + i * 2},24,18,0.95)`
    ctx.lineWidth = 20 + roll() * 34
    ctx.beginPath()
    ctx.moveTo(x, wallTop)
    ctx.quadraticCurveTo(x + roll() * 60 - 30, 200, x + roll() * 200 - 100, -30)
    ctx.stroke()
  }
  for (let i = 0; i < 120; i++) {
    const near = i / 120
    const y = 40 + roll() * 300 - 40 * near
    paintMass(ctx, {
      x: roll() * width,
      y,
      rx: 90 + roll() * 130,
      ry: 34 + roll() * 46,
      tones: roll() < 0.22 ? maples : greens,
      leaves: 520,
      leaf: 3.4 + near * 2.2,
      random: roll,
      slender: 0.45,
    })
  }
  pixelPass(
    ctx,
    { x: 0, y: 0, width, height: wallTop },
    (x, y, out) => {
      const light = smooth(-0.1, 0.5, fbm(x / 360 + y / 500, y / 420, 3, 71) + 0.15)
      out[0] = 0.03
      out[1] = 0.07
      out[2] = 0.07
      out[3] = 0.72 - 0.55 * light - 0.1 * smooth(250, 0, y)
    },
    0.25,
  )
}

function paint(ctx: SKRSContext2D) {
  paintTrees(ctx)
  paintWall(ctx)
  paintRelief(ctx, { camera, height: ground, shade, width, bottom: height, step: 0.0011, bevel: 1.4 })
  pixelPass(
    ctx,
    { x: 0, y: 0, width, height },
    (x, y, out) => {
      const beam = smooth(0, 0.5, fbm((x + y * 0.9) / 420, 0.2, 3, 44))
      out[0] = 1
      out[1] = 0.93
      out[2] = 0.72
      out[3] = 0.17 * beam * smooth(1100, 100, y)
    },
    0.25,
  )
  finish(ctx, { bloom: 0.16, vignette: 0.3, contrast: 1.06 })
}

export const still: Still = { slug: 'kyoto-temple-garden', width, height, paint }
