import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { fbm, noise } from '../kit/gradient-noise.ts'
import { ground, pool, stone } from '../kit/hot-spring.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { type Camera, type Hit, paintRelief, project, sunlit, unit } from '../kit/relief.ts'
import { snowyFir } from '../kit/snowy-fir.ts'
import { inn } from '../kit/snowy-inn.ts'
import { paintStoneLantern } from '../kit/stone-lantern.ts'
import { css, mix, ramp, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 2560
const height = 1707
const camera: Camera = { eye: 3.5, horizon: 520, focal: 1950, centre: 1280, near: 3.6, far: 46 }
/** The fire box of the lantern, in metres. */
const flame = [-2.55, 1.62, 10.55] as const
const moon = unit(0.42, 0.75, -0.35)
const ember = tone('#ffb55a')
const dusk = ramp([0, tone('#0f1d3f')], [0.45, tone('#27457a')], [0.8, tone('#5d80ad')], [1, tone('#8fa9c6')])

function lampLight(x: number, y: number, z: number, n: readonly [number, number, number]): number {
  const [dx, dy, dz] = [flame[0] - x, flame[1] - y, flame[2] - z]
  const d2 = dx * dx + dy * dy + dz * dz
  const d = Math.sqrt(d2)
  return (clamp((n[0] * dx + n[1] * dy + n[2] * dz) / d) * 3.1) / (1 + d2 * 1.05)
}

function surface(hit: Hit, out: Float64Array) {
  const { x, y, z } = hit
  const n = [hit.nx, hit.ny, hit.nz] as const
  const cool =
    clamp(hit.nx * moon[0] + hit.ny * moon[1] + hit.nz * moon[2]) * sunlit(ground, hit, moon, 2.5, 4)
  const toLamp = unit(flame[0] - x, flame[1] - y, flame[2] - z)
  const near = Math.hypot(flame[0] - x, flame[2] - z)
  const glow = near < 7.5 ? lampLight(x, y, z, n) * sunlit(ground, hit, toLamp, Math.min(near, 4), 5) : 0
  const rock = stone(x, z)
  const white = Math.max(
    rock <= 0.12 ? smooth(0.35, 0.6, pool(x, z)) : 0,
    smooth(0.4, 0.56, hit.ny + 0.16 * noise(x * 1.9, z * 1.9) + 0.05 * noise(x * 9, z * 9)) *
      smooth(0.16, 0.3, y),
  )
  const sparkle = smooth(0.86, 1, noise(x * 60, z * 60)) * 0.12
  const snowy = scaled(
    mix(
      tone('#2c4272'),
      tone('#dbe8fb'),
      clamp(0.16 + 0.22 * hit.ny + 0.55 * cool + 0.05 * fbm(x * 5, z * 5, 3) + sparkle),
    ),
    0.8,
  )
  const bare = scaled(
    mix(tone('#0a0d17'), tone('#76849f'), clamp(0.14 + 0.62 * cool + 0.3 * fbm(x * 7, y * 7 + z * 3, 4))),
    0.9 - 0.5 * smooth(0.2, 0, y),
  )
  const c = mix(bare, snowy, white)
  const warm = 0.55 + 0.4 * white
  const fog = smooth(12, 40, z) * 0.75
  const far = dusk(0.86)
  for (let i = 0; i < 3; i++)
    out[i] = lerp((c[i] as number) + glow * warm * (ember[i] as number), far[i] as number, fog)
}

/** Hot water: mirrors what stands behind it, wavers, and carries the lantern's light towards the viewer. */
function hotWater({ x, z }: Hit, out: Float64Array) {
  const rx = 0.05 * noise(x * 2.2, z * 3.4, 4) + 0.025 * noise(x * 6, z * 9, 5)
  const rz = 0.075 * noise(x * 1.9, z * 3.1, 6) + 0.035 * noise(x * 5.5, z * 8, 7)
  const view = unit(x, -camera.eye, z)
  const ray = unit(view[0] + rx * 1.4, -view[1] + rz * 0.6, view[2] + rz)
  let c: Tone = mix(tone('#0d1a30'), dusk(0.5), smooth(0.16, 0.62, ray[1]))
  for (let t = 0.06; t < 9; t *= 1.22) {
    const y = ray[1] * t
    if (y > 2.6) break
    const px = x + ray[0] * t
    const pz = z + ray[2] * t
    const h = ground(px, pz)
    if (h <= y) continue
    const snow = h > 0.24
    const warm = lampLight(px, h, pz, [0, 0.6, -0.7])
    const edge = clamp((h - y) * 5)
    const seen = mix(tone('#0d1422'), tone('#58709f'), snow ? 0.75 + 0.25 * noise(px * 2, pz * 2) : 0.12)
    c = mix(c, mix(seen, ember, clamp(warm * 0.8)), edge)
    break
  }
  const toLamp = unit(flame[0] - x, flame[1] - 0.1, flame[2] - z)
  const aim = clamp(ray[0] * toLamp[0] + ray[1] * toLamp[1] + ray[2] * toLamp[2])
  const path = aim ** 220 * 1.1 + aim ** 40 * 0.3
  const spread = 0.5 / (1 + (x - flame[0]) ** 2 * 0.5 + (z - flame[2]) ** 2 * 0.4)
  const milky = mix(tone('#17384f'), tone('#3d6d80'), 0.5 + 0.5 * fbm(x / 1.5, z, 3, 9))
  for (let i = 0; i < 3; i++)
    out[i] = lerp(milky[i] as number, c[i] as number, 0.62) + (path + spread * 0.5) * (ember[i] as number)
}

function paintWood(ctx: SKRSContext2D) {
  pixelPass(ctx, { x: 0, y: 0, width, height: 900 }, (x, y, out) => {
    const c = dusk(clamp(y / 640 + 0.05 * fbm(x / 300, y / 120, 4)))
    const hill = 330 - 130 * fbm(x / 700 + 3, 0, 4, 4)
    const woods = smooth(-2, 3, y - hill - 14 * noise(x / 9, 1) - 8 * noise(x / 4, 2))
    const m = mix(
      c,
      mix(
        tone('#35507c'),
        tone('#7f9bc0'),
        0.4 + 0.5 * fbm(x / 16, y / 22, 4, 7) + smooth(hill, hill + 330, y) * 0.4,
      ),
      woods * 0.85,
    )
    for (let i = 0; i < 3; i++) out[i] = m[i] as number
  })
  const roll = random(6)
  for (let rank = 0; rank < 4; rank++) {
    const depth = rank / 3
    const count = 15 - rank * 2
    for (let i = 0; i < count; i++) {
      const x = ((i + 0.1 + roll() * 0.8) / count) * (width + 240) - 120
      if (rank === 3 && Math.abs(x - 1330) < 620) continue
      const tall = lerp(330, 760, depth) * (0.7 + roll() * 0.5)
      const warm = rank > 1 ? 0.55 * Math.exp(-(((x - 800) / 240) ** 2)) : 0
      snowyFir(ctx, {
        x,
        foot: lerp(560, 700, depth) + roll() * 24,
        tall,
        haze: dusk(0.74),
        fade: 0.78 - depth * 0.68,
        warm,
        random: roll,
      })
    }
  }
}

function steam(ctx: SKRSContext2D, strength: number, seed: number) {
  pixelPass(
    ctx,
    { x: 0, y: 120, width, height: 1400 },
    (x, y, out) => {
      const warp = fbm(x / 420, y / 420, 4, seed)
      const curl = 0.5 + 0.62 * fbm(x / 380 + warp * 1.3, y / 520 + warp * 0.9 + 2, 5, seed + 6)
      const place = smooth(1560, 1150, y) * smooth(260, 860, y) * Math.exp(-(((x - 1280) / 1150) ** 4))
      const lit = Math.exp(-(((x - 800) / 420) ** 2) - ((y - 640) / 420) ** 2)
      const c = mix(tone('#b4c7e4'), tone('#ffd7a0'), clamp(lit * 1.1))
      for (let i = 0; i < 3; i++) out[i] = c[i] as number
      out[3] = clamp(place * strength * smooth(0.28, 0.95, curl) * (1 + lit * 0.7))
    },
    0.4,
  )
}

/** Firs on the near slope, behind the rocks of the pool. */
function nearFirs(ctx: SKRSContext2D) {
  const roll = random(3)
  for (const [x, foot, tall] of [
    [330, 690, 560],
    [2080, 700, 600],
    [1010, 680, 420],
    [1730, 735, 520],
    [90, 800, 900],
    [2440, 830, 980],
    [2230, 900, 620],
    [500, 860, 520],
    [1905, 905, 430],
  ] as const) {
    const warm = 0.6 * Math.exp(-(((x - 800) / 330) ** 2))
    snowyFir(ctx, { x, foot, tall, haze: dusk(0.74), fade: foot < 740 ? 0.16 : 0.03, warm, random: roll })
  }
}

function snowfall(ctx: SKRSContext2D) {
  const roll = random(40)
  for (let i = 0; i < 900; i++) {
    const near = roll() ** 3
    const r = 1.1 + near * 8
    ctx.fillStyle = css(mix(tone('#dfeaff'), tone('#ffffff'), roll()), 0.75 - near * 0.45)
    ctx.beginPath()
    ctx.ellipse(
      roll() * width,
      roll() * height * (near > 0.3 ? 1 : 0.8),
      r,
      r * (0.8 + roll() * 0.4),
      0,
      0,
      7,
    )
    ctx.fill()
  }
}

function paint(ctx: SKRSContext2D) {
  paintWood(ctx)
  paintRelief(ctx, {
    camera,
    height: ground,
    width,
    bottom: height,
    step: 0.0014,
    bevel: 1.6,
    shade: (hit, out) => (hit.y <= 0.004 ? hotWater(hit, out) : surface(hit, out)),
  })
  inn(ctx, 1400, 690, 620)
  nearFirs(ctx)
  const foot = project(camera, flame[0], ground(flame[0], 10.6), 10.6)
  steam(ctx, 0.75, 3)
  paintStoneLantern(ctx, foot.x, foot.y + 12, 1.42 * foot.unit)
  steam(ctx, 1.1, 22)
  snowfall(ctx)
  finish(ctx, { bloom: 0.34, spread: 0.022, vignette: 0.36, contrast: 1.06 })
}

export const still: Still = { slug: 'onsen-in-snow', width, height, paint }
