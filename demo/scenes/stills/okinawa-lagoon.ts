import type { SKRSContext2D } from '@napi-rs/canvas'
import { cumulus } from '../kit/cumulus.ts'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { dab } from '../kit/foliage.ts'
import { fbm, noise, ridged } from '../kit/gradient-noise.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { type Camera, type Hit, paintRelief, sunlit, unit } from '../kit/relief.ts'
import { css, mix, ramp, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 2560
const height = 1707
const camera: Camera = { eye: 15, horizon: 760, focal: 1700, centre: 1280, near: 20, far: 5200 }
const sun = unit(-0.55, 0.75, -0.2)
const haze = tone('#cfe6ee')

/** Metres of water over the sea floor; negative on land. */
function depth(x: number, z: number): number {
  const shore = 3.2 * smooth(26, 60, z + 0.45 * x + 6 * noise(x / 16, z / 16)) - 0.9
  const reef = 1.9 * smooth(0.1, 0.5, fbm(x / 34 + 2, z / 60, 3, 4)) * smooth(30, 90, z)
  const beyond = 22 * smooth(240, 330, z + 40 * noise(x / 90, 0.4) - x * 0.12)
  let d = shore + 0.7 * fbm(x / 22, z / 40, 3, 7) - reef + beyond
  for (const [ix, iz, rx, rz, tall] of islets) {
    const near = Math.hypot((x - ix) / (rx * 2.1), (z - iz) / (rz * 2.4))
    d -= (tall > 0 ? 4.6 : 3.4) * smooth(1, 0.3, near + 0.16 * noise(x / 9, z / 14, 3))
  }
  return d
}

/** Place, half widths, height of the limestone; 0 for a bare sand bar. */
const islets = [
  [-66, 205, 30, 20, 21],
  [54, 168, 12, 9, 9.5],
  [71, 178, 6, 5, 6],
  [104, 300, 34, 16, 17],
  [-8, 260, 9, 7, 7],
  [12, 120, 17, 7, 0],
] as const

function limestone(x: number, z: number): number {
  let top = -1
  for (const [ix, iz, rx, rz, tall] of islets) {
    const d =
      Math.hypot((x - ix) / rx, (z - iz) / rz) +
      0.2 * noise(x / 7, z / 7, 2) +
      0.1 * noise(x / 2.6, z / 2.6, 5)
    if (tall === 0) top = Math.max(top, 0.5 * (1 - d))
    else if (d < 1.25) {
      const cliff = smooth(1.04, 0.8, d) * Math.min(tall * 0.2, 2.6)
      const crown = Math.max(0, 1 - d * d) ** 0.95 * tall * (1 + 0.4 * noise(x / 12, z / 12, 8))
      const beach = 0.9 * (1.25 - d)
      top = Math.max(top, beach, cliff + crown * 0.8)
    }
  }
  return top
}

function green(x: number, z: number, base: number): number {
  const grows = smooth(2.2, 4.4, base)
  return (
    grows *
    (1.3 + 1.1 * noise(x / 3.4, z / 5, 6) + 0.5 * noise(x / 1.3, z / 2, 7) + 0.22 * noise(x * 1.8, z, 9))
  )
}

function land(x: number, z: number): number {
  const base = limestone(x, z)
  return Math.max(base + green(x, z, base), depth(x, z) < 0 ? Math.min(0.9, -depth(x, z) * 0.4) : 0)
}

const water = ramp(
  [0, tone('#f1ecd2')],
  [0.08, tone('#c4efdc')],
  [0.22, tone('#7de0d0')],
  [0.42, tone('#38c3c8')],
  [0.62, tone('#1a93bd')],
  [1, tone('#0d5596')],
)
const jungle = ramp(
  [0, tone('#0f2f1d')],
  [0.4, tone('#2c6a30')],
  [0.72, tone('#78ab45')],
  [1, tone('#d5e38b')],
)

/** Network of light that ripples draw on a shallow floor. */
const caustic = (x: number, z: number) =>
  (1 - Math.abs(noise(x * 0.75 + 0.6 * noise(x, z), z * 0.75, 3)) * 1.6) ** 5 +
  0.6 * (1 - Math.abs(noise(x * 1.5, z * 1.4, 6)) * 1.6) ** 6

function shadeSea({ x, z, pixel }: Hit, out: Float64Array) {
  const d = depth(x, z)
  const chop =
    (noise(x / 1.4, z / 1.1, 20) + 0.6 * noise(x / 0.6, z / 0.5, 21)) * smooth(0.8, 0.05, pixel * 6) +
    0.7 * fbm(x / 9, z / 5, 3, 22)
  const coral = smooth(0.08, 0.4, fbm(x / 7, z / 8, 4, 31)) * smooth(0.7, 1.6, d) * smooth(9, 3, d)
  let c = water(clamp((d + 0.25 * chop) / 9))
  c = mix(c, mix(tone('#1d7f86'), tone('#3a6b5f'), smooth(0.2, 0.5, noise(x / 3, z / 3, 9))), coral * 0.62)
  const net = Math.max(0, caustic(x, z)) * smooth(4, 0.6, d) * smooth(0.09, 0.012, pixel)
  const patch = 0.9 + 0.14 * smooth(-0.4, 0.5, fbm(x / 60, z / 110, 3, 40))
  const steep = clamp(1 - (15 / Math.hypot(15, z)) * 1.25)
  const gloss = steep ** 3 * 0.5
  const glint = smooth(0.72, 1.05, chop) * 0.3 * smooth(30, 120, z)
  const foam = d < 0.16 ? smooth(0.16, 0.02, d + 0.05 * chop) : 0
  const breaker =
    smooth(5, 7, d) * smooth(12, 8, d) * smooth(240, 260, z) * smooth(0.02, 0.3, fbm(x / 5, z / 18, 4, 50))
  const sky = mix(tone('#7fb8dd'), haze, smooth(0.5, 1, steep))
  c = mix(c, sky, gloss)
  const white = clamp(foam * 0.8 + breaker + glint)
  for (let i = 0; i < 3; i++) out[i] = lerp((c[i] as number) * patch + net * 0.2, 1, white * 0.85)
}

function shadeLand(hit: Hit, out: Float64Array) {
  const { x, y, z } = hit
  const lit = sunlit(land, hit, sun, 26, 5)
  const facing = clamp(hit.nx * sun[0] + hit.ny * sun[1] + hit.nz * sun[2])
  const base = limestone(x, z)
  const light = lit * facing
  let c: Tone
  if (green(x, z, base) > 0.25)
    c = jungle(
      clamp(
        0.14 +
          0.78 * light +
          0.12 * hit.ny +
          0.22 * noise(x * 1.3, y * 1.5, 12) +
          0.16 * noise(x * 3.1, y * 3.4, 13) +
          0.16 * (smooth(0, 12, y) - 0.5),
      ),
    )
  else if (base > 1.15) {
    const strata = 0.12 * noise(x / 3, y * 2.4) + 0.22 * ridged(x / 2, y / 2 + z / 3, 3, 4)
    c = scaled(mix(tone('#5d5546'), tone('#efe2c2'), clamp(0.25 + light * 0.8 - strata)), 1)
    c = scaled(c, 0.45 + 0.55 * smooth(0.6, 2.4, y))
  } else {
    const dry = smooth(0.12, 0.4, y)
    c = scaled(mix(tone('#d9c79a'), tone('#fdf3d6'), dry), 0.7 + 0.42 * light + 0.05 * fbm(x * 2, z * 2, 3))
  }
  const fog = clamp(1 - Math.exp(-z / 1300), 0, 0.5)
  for (let i = 0; i < 3; i++) out[i] = lerp(c[i] as number, haze[i] as number, fog)
}

function paintSky(ctx: SKRSContext2D) {
  const blue = ramp(
    [0, tone('#1f6fc0')],
    [0.45, tone('#5ba6dc')],
    [0.85, tone('#b5dcea')],
    [1, tone('#dcf0f1')],
  )
  pixelPass(ctx, { x: 0, y: 0, width, height: 780 }, (x, y, out) => {
    const wisps = smooth(0.1, 0.7, fbm(x / 620 + y / 500, y / 120, 5, 60)) * 0.28 * smooth(420, 60, y)
    const c = mix(blue(y / 765), [1, 1, 1], wisps)
    for (let i = 0; i < 3; i++) out[i] = c[i] as number
  })
  cumulus(
    ctx,
    { x: 0, y: 60, width, height: 704 },
    {
      seed: 4,
      towers: [
        [0.74, 0.26, 0.95],
        [0.9, 0.16, 0.62],
        [0.55, 0.2, 0.5],
        [0.15, 0.2, 0.58],
        [0.03, 0.12, 0.35],
        [0.36, 0.14, 0.26],
      ],
    },
  )
  pixelPass(
    ctx,
    { x: 0, y: 520, width, height: 250 },
    (_x, y, out) => {
      for (let i = 0; i < 3; i++) out[i] = haze[i] as number
      out[3] = 0.72 * smooth(520, 765, y)
    },
    0.25,
  )
}

/** The shadow of an adan tree behind the viewer falls on the sand; bits of coral lie about. */
function leafShadow(ctx: SKRSContext2D) {
  const roll = random(8)
  ctx.save()
  ctx.globalCompositeOperation = 'multiply'
  ctx.filter = 'blur(5px)'
  ctx.fillStyle = 'rgba(126,116,120,0.5)'
  for (const [cx, cy, long] of [
    [120, 1600, 560],
    [420, 1760, 520],
    [-60, 1420, 420],
  ] as const) {
    for (let i = 0; i < 26; i++) {
      const turn = -2.6 + (i / 26) * 4.4 + (roll() - 0.5) * 0.2
      const reach = long * (0.6 + roll() * 0.5)
      const ex = cx + Math.cos(turn) * reach
      const ey = cy + Math.sin(turn) * reach * 0.42 + 46
      ctx.beginPath()
      ctx.moveTo(cx, cy - 9)
      ctx.quadraticCurveTo(cx + Math.cos(turn) * reach * 0.6, cy + Math.sin(turn) * reach * 0.32 - 30, ex, ey)
      ctx.quadraticCurveTo(
        cx + Math.cos(turn) * reach * 0.55,
        cy + Math.sin(turn) * reach * 0.32 + 6,
        cx,
        cy + 9,
      )
      ctx.fill()
    }
  }
  ctx.restore()
  for (let i = 0; i < 260; i++) {
    const x = roll() * 1500
    const y = 1330 + roll() * 370 + x * 0.12
    const r = (1.4 + roll() ** 4 * 8) * (0.6 + (y - 1300) / 500)
    ctx.fillStyle = 'rgba(150,128,96,0.5)'
    dab(ctx, x + r * 0.7, y + r * 0.35, r * 1.1, r * 0.42, 0.1)
    ctx.fillStyle = css(mix(tone('#e9dcc4'), tone('#fffaf0'), roll()))
    dab(ctx, x, y, r, r * 0.55, roll() - 0.5)
  }
}

function paint(ctx: SKRSContext2D) {
  paintSky(ctx)
  paintRelief(ctx, {
    camera,
    height: land,
    width,
    bottom: height,
    step: 0.0016,
    shade: (hit, out) => (hit.y <= 0.02 ? shadeSea(hit, out) : shadeLand(hit, out)),
  })
  leafShadow(ctx)
  finish(ctx, { bloom: 0.16, vignette: 0.18, contrast: 1.06, saturation: 1.08 })
}

export const still: Still = { slug: 'okinawa-lagoon', width, height, quality: 86, paint }
