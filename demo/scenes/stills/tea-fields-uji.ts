import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { fbm, noise } from '../kit/gradient-noise.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { type Camera, type Hit, paintRelief, project, sunlit, unit } from '../kit/relief.ts'
import { css, mix, ramp, scaled, smooth, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 2560
const height = 1707
const camera: Camera = { eye: 11.5, horizon: 610, focal: 1900, centre: 1200, near: 5, far: 420 }
const sun = unit(0.8, 0.3, 0.3)
const haze = tone('#f6e3bd')
const sky = ramp([0, tone('#8fb3bd')], [0.5, tone('#d9dcc4')], [0.85, tone('#fbe3b0')], [1, tone('#fde8bf')])

/** Metres: the bare hill, before anything grows on it. */
function hill(x: number, z: number): number {
  const rise = 15 * smooth(40, 190, z) - 9 * smooth(16, 60, z)
  const left = 13 * Math.exp(-(((x + 62) / 34) ** 2) - ((z - 120) / 52) ** 2)
  const right = 17 * Math.exp(-(((x - 48) / 30) ** 2) - ((z - 96) / 46) ** 2)
  const bank = 4.2 * Math.exp(-(((x - 14) / 12) ** 2) - ((z - 17) / 16) ** 2)
  return rise + left + right + bank + 2.2 * fbm(x / 46, z / 46, 2, 4)
}

/** Which hedge, in hedges: rows follow the lie of the land. */
function hedgeAt(x: number, z: number): number {
  const warp = fbm(x / 30, z / 30, 2, 9) * 1.2
  if (z < 62) return (z * 0.42 + x * 0.2 + hill(x, z) * 0.6) / 1.05 + warp
  if (seam(x, z) > 0) return (z * 0.22 + x * 0.28 + hill(x, z) * 0.55) / 1.05 + warp
  return (x * 0.62 - z * 0.3) / 1.15 + warp
}

const seam = (x: number, z: number) => x + 12 + (z - 62) * 0.1

/** Metres from the nearest track. */
function path(x: number, z: number): number {
  const lane = Math.abs(z - 62 - 4 * noise(x / 30, 0.5) - x * 0.12)
  return z > 62 ? Math.min(lane, Math.abs(seam(x, z)) * 1.4 + 0.5) : lane
}

/** Metres above the hill: a clipped, rounded hedge with a leafy skin. */
function hedge(x: number, z: number): number {
  const across = hedgeAt(x, z)
  const round = Math.abs(across - Math.floor(across) - 0.5) * 2
  const body = Math.sqrt(Math.max(0, 1 - round ** 3.2))
  const gap = smooth(1.1, 2.4, path(x, z))
  const leaf =
    z < 90
      ? 0.055 * noise(x * 4.2, z * 4.2) * smooth(90, 50, z) +
        0.055 * noise(x * 12, z * 12) * smooth(75, 22, z) +
        (z < 34 ? 0.035 * noise(x * 31, z * 31) : 0)
      : 0
  return gap * (0.95 * body + leaf * (0.4 + body))
}

const ground = (x: number, z: number) => hill(x, z) + hedge(x, z)

const leafTones = ramp(
  [0, tone('#0f2a1c')],
  [0.3, tone('#2b5526')],
  [0.62, tone('#6f9a34')],
  [0.85, tone('#b9c94f')],
  [1, tone('#f0e88a')],
)
const soil = tone('#8f7a52')

function shade(hit: Hit, out: Float64Array) {
  const { x, y, z } = hit
  const lit = sunlit(ground, hit, sun, z < 60 ? 9 : 40, 5)
  const facing = clamp(hit.nx * sun[0] + hit.ny * sun[1] + hit.nz * sun[2])
  const raised = y - hill(x, z)
  const shoots = clamp(smooth(0.55, 1.05, raised) * (0.6 + 0.5 * noise(x * 9, z * 9, 5)))
  const hollow = smooth(-0.1, 0.85, raised)
  const glow = clamp(-hit.nz * 0.1 + hit.nx * 0.5 + 0.2) * lit
  const speck = z < 70 ? 0.07 * noise(x * 22, z * 22, 8) * smooth(70, 20, z) : 0
  let light =
    hollow * (0.1 + 0.13 * hit.ny) +
    lit * facing * (0.52 + 0.2 * shoots) +
    glow * 0.16 +
    shoots * 0.12 +
    speck
  light += 0.05 * fbm(x / 9, z / 9, 3, 2)
  let c = leafTones(clamp(light))
  const bare = 1 - smooth(0.06, 0.3, raised)
  c = mix(c, scaled(soil, 0.35 + 0.9 * lit * facing), bare * (path(x, z) < 2.2 ? 1 : 0.75))
  const cool = (1 - lit) * 0.18
  const valley = Math.exp(-Math.max(0, y + 2.5) / 5)
  const drift = 0.5 + 0.5 * fbm(x / 40, z / 24, 3, 12)
  const fog = clamp(
    (1 - Math.exp(-Math.max(0, z - 24) / 460)) * 1.0 + smooth(30, 120, z) * valley * drift * 0.95,
    0,
    0.94,
  )
  const air = mix(haze, tone('#cfd9cf'), clamp(0.6 - x / 160))
  out[0] = lerp(c[0] * (1 - cool) * (1.04 + 0.1 * lit * facing), air[0], fog)
  out[1] = lerp(c[1] * (1 - cool * 0.6), air[1], fog)
  out[2] = lerp(c[2] + cool * 0.06, air[2], fog)
}

function paintSky(ctx: SKRSContext2D) {
  pixelPass(ctx, { x: 0, y: 0, width, height: 760 }, (x, y, out) => {
    const glare = Math.exp(-(((x - 2250) / 900) ** 2) - ((y - 330) / 330) ** 2)
    const streak = smooth(0.02, 0.6, fbm(x / 520 + y / 900, y / 90, 5, 3)) * smooth(620, 120, y)
    let c = mix(sky(y / 640), tone('#fff3d2'), clamp(glare * 0.75 + streak * 0.42))
    for (let layer = 0; layer < 5; layer++) {
      const crest =
        330 +
        layer * 62 -
        95 * fbm(x / (520 - layer * 40) + layer * 7, layer, 5, 20 + layer) -
        (layer === 1 ? 60 * Math.exp(-(((x - 620) / 300) ** 2)) : 0)
      const trees =
        layer > 2 ? 9 * noise(x / 7, layer * 3) + 7 * noise(x / 17, layer) : 3 * noise(x / 11, layer)
      const cover = smooth(-1.2, 1.2, y - crest - trees)
      if (cover <= 0) continue
      const depth = layer / 4
      const base = mix(tone('#b9c3b4'), tone('#56705c'), depth)
      const sunny = mix(base, tone('#e9cf93'), 0.18 + 0.35 * clamp(x / width) * (1 - depth * 0.4))
      const sink = smooth(crest, crest + 150, y)
      const grove = layer > 1 ? 0.05 * depth * fbm(x / 24, y / 15, 3, layer) : 0
      c = mix(c, mix(scaled(sunny, 1 + grove), haze, 0.2 + 0.75 * sink), cover)
    }
    out[0] = c[0]
    out[1] = c[1]
    out[2] = c[2]
  })
}

/** The frost fans that stand over every tea field in Japan: a pole, a small tilted fan. */
function frostFan(ctx: SKRSContext2D, x: number, z: number, turn: number) {
  const foot = project(camera, x, ground(x, z), z)
  const tall = 6.4 * foot.unit
  const fade = clamp(z / 240)
  const dark = mix(tone('#3a4236'), haze, fade)
  ctx.strokeStyle = css(dark)
  ctx.lineWidth = Math.max(1.4, 0.11 * foot.unit)
  ctx.beginPath()
  ctx.moveTo(foot.x, foot.y)
  ctx.lineTo(foot.x, foot.y - tall)
  ctx.stroke()
  ctx.strokeStyle = css(mix(tone('#fff0c8'), haze, fade), 0.8)
  ctx.lineWidth *= 0.35
  ctx.beginPath()
  ctx.moveTo(foot.x + 0.04 * foot.unit, foot.y - tall * 0.2)
  ctx.lineTo(foot.x + 0.04 * foot.unit, foot.y - tall)
  ctx.stroke()
  ctx.fillStyle = css(dark)
  for (const blade of [0, 2.1, 4.2]) {
    ctx.beginPath()
    ctx.ellipse(
      foot.x - 0.3 * foot.unit + Math.cos(turn + blade) * 0.24 * foot.unit,
      foot.y - tall + Math.sin(turn + blade) * 0.4 * foot.unit,
      0.42 * foot.unit,
      0.09 * foot.unit,
      turn + blade,
      0,
      7,
    )
    ctx.fill()
  }
  ctx.fillRect(foot.x - 0.34 * foot.unit, foot.y - tall - 0.12 * foot.unit, 0.5 * foot.unit, 0.24 * foot.unit)
}

/** A cedar on the skyline, seen small: a stack of drooping tufts, lit on its right. */
function cedar(ctx: SKRSContext2D, x: number, z: number, tall: number, roll: () => number) {
  const foot = project(camera, x, ground(x, z) - 0.6, z)
  const fade = clamp(z / 420)
  for (let i = 0; i < 260; i++) {
    const t = roll()
    const reach = (0.04 + 0.2 * (1 - t) ** 0.8) * tall * foot.unit
    const side = (roll() + roll() - 1) * reach
    const lit = clamp(0.5 + (side / reach) * 0.6 + (roll() - 0.5) * 0.4)
    ctx.fillStyle = css(mix(mix(tone('#1d3a2a'), tone('#a4a455'), lit * lit * 0.8), haze, fade))
    ctx.beginPath()
    ctx.ellipse(
      foot.x + side,
      foot.y - t * tall * foot.unit,
      reach * 0.26 + 1,
      reach * 0.1 + 1,
      side > 0 ? 0.5 : -0.5,
      0,
      7,
    )
    ctx.fill()
  }
}

function rays(ctx: SKRSContext2D) {
  pixelPass(
    ctx,
    { x: 0, y: 0, width, height },
    (x, y, out) => {
      const angle = Math.atan2(y - 200, 2700 - x)
      const beam = 0.5 + 0.5 * fbm(angle * 9, 0.3, 3, 31)
      const reach = Math.exp(-Math.hypot(x - 2600, (y - 330) * 1.4) / 1100)
      out[0] = 1
      out[1] = 0.9
      out[2] = 0.66
      out[3] = clamp(reach * (0.1 + 0.34 * beam))
    },
    0.4,
  )
}

function paint(ctx: SKRSContext2D) {
  paintSky(ctx)
  paintRelief(ctx, { camera, height: ground, shade, width, bottom: height, step: 0.0016 })
  const roll = random(5)
  for (let i = 0; i < 26; i++) cedar(ctx, -88 + 46 * roll() ** 1.4, 150 + roll() * 22, 9 + roll() * 8, roll)
  for (let i = 0; i < 9; i++) cedar(ctx, 66 + 12 * roll(), 112 + roll() * 12, 8 + roll() * 7, roll)
  for (const [x, z] of [
    [-34, 128],
    [-12, 150],
    [34, 118],
    [16, 92],
    [-22, 74],
    [52, 92],
    [-58, 112],
  ] as const)
    frostFan(ctx, x, z, roll() * 6)
  rays(ctx)
  finish(ctx, { bloom: 0.2, vignette: 0.26, contrast: 1.14, saturation: 1.12 })
}

export const still: Still = { slug: 'tea-fields-uji', width, height, paint }
