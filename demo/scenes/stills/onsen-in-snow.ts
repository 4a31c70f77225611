import type { SKRSContext2D } from '@napi-rs/canvas'
import { boulder } from '../kit/boulder.ts'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { fbm, noise } from '../kit/gradient-noise.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { type Camera, type Hit, paintRelief, project, sunlit, unit } from '../kit/relief.ts'
import { snowyFir } from '../kit/snowy-fir.ts'
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

/** 0 at the rim of the pool, negative inside, about metres. */
function pool(x: number, z: number): number {
  const dz = z - 7.8
  const away = Math.sqrt(x * x + dz * dz) + 1e-6
  const wobble = 1 + 0.14 * noise((x / away) * 1.6 + 3, (dz / away) * 1.6)
  return (Math.sqrt((x / 4.5) ** 2 + (dz / 2.75) ** 2) / wobble - 1) * 3
}

type Rock = { x: number; z: number; r: number; tall: number; turn: number; seed: number }

/** Stones all around the water, larger behind, some standing in it. */
const rocks: readonly Rock[] = (() => {
  const roll = random(18)
  const list: Rock[] = []
  for (let ring = 0; ring < 2; ring++) {
    for (let i = 0; i < 30; i++) {
      const turn = ((i + roll() * 0.6) / 30) * Math.PI * 2
      const out = 1.0 + ring * 0.2 + roll() * 0.06
      const back = Math.sin(turn) > 0
      const r = 0.34 + roll() * 0.4 + (back ? 0.16 : 0)
      list.push({
        x: Math.cos(turn) * 4.6 * out,
        z: 7.8 + Math.sin(turn) * 2.85 * out,
        r,
        tall: (back ? 0.42 : 0.26) + roll() ** 2 * (back ? 0.8 : 0.3),
        turn: roll() * 6,
        seed: 40 + i + ring * 31,
      })
    }
  }
  list.push(
    { x: -2.55, z: 10.75, r: 0.95, tall: 0.75, turn: 0.4, seed: 7 },
    { x: 1.5, z: 9.1, r: 0.5, tall: 0.5, turn: 1, seed: 9 },
    { x: 2.9, z: 11.2, r: 1.2, tall: 1.5, turn: 0.2, seed: 23 },
  )
  return list
})()

/** Rocks by half-metre square, so that a point asks only those it may lie on. */
const nearby = new Map<number, Rock[]>()
const square = (x: number, z: number) => Math.floor(x * 2) * 1000 + Math.floor(z * 2)
for (const rock of rocks) {
  const reach = rock.r * 1.55
  for (let x = Math.floor((rock.x - reach) * 2); x <= (rock.x + reach) * 2; x++) {
    for (let z = Math.floor((rock.z - reach) * 2); z <= (rock.z + reach) * 2; z++) {
      const key = x * 1000 + z
      nearby.set(key, [...(nearby.get(key) ?? []), rock])
    }
  }
}

function stone(x: number, z: number): number {
  let top = -1
  for (const { x: rx, z: rz, r, tall, turn, seed } of nearby.get(square(x, z)) ?? []) {
    const dx = x - rx
    const dz = z - rz
    if (dx * dx + dz * dz > r * r * 2.4) continue
    const h = boulder(
      (dx * Math.cos(turn) + dz * Math.sin(turn)) / r,
      (dz * Math.cos(turn) - dx * Math.sin(turn)) / (r * 0.85),
      seed,
    )
    if (h > 0) top = Math.max(top, h * tall + 0.015 * noise(x * 20, z * 20))
  }
  return top
}

const bank = (x: number, z: number) =>
  smooth(0.25, 1.3, pool(x, z)) * (0.34 + 0.3 * noise(x / 2.4, z / 2.4, 3)) +
  1.5 * smooth(12, 30, z) +
  0.5 * smooth(13, 17, z) * noise(x / 2.6, z / 3, 8) +
  0.05 * noise(x * 1.3, z * 1.3) * smooth(0.2, 1, pool(x, z))

/** Snow lies as rounded cushions on every stone and over the banks. */
function ground(x: number, z: number): number {
  const rock = stone(x, z)
  const snow = pool(x, z) > 0 ? bank(x, z) : -1
  const cap = rock > 0.12 ? 0.15 * smooth(0.14, 0.42, rock) * (0.8 + 0.3 * noise(x * 1.6, z * 1.6, 5)) : 0
  return Math.max(0, rock + cap, snow)
}

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

/** An inn among the trees: paper windows alight under a thick roof of snow. */
function inn(ctx: SKRSContext2D, x: number, foot: number, wide: number) {
  const tall = wide * 0.2
  pixelPass(
    ctx,
    { x: x - wide * 0.6, y: foot - wide * 0.42, width: wide * 1.2, height: wide * 0.44 },
    (px, py, out) => {
      const u = (px - x) / wide
      const h = (foot - py) / tall
      out[3] = 0
      const eave = 0.92 + 0.1 * Math.abs(u) ** 3 * 4
      const ridge = 1.95 + 0.06 * noise(u * 9, 2)
      const slope = eave + (ridge - eave) * clamp((0.57 - Math.abs(u)) / 0.16)
      if (h > eave && h < slope && Math.abs(u) < 0.57) {
        const light = 0.5 + 0.3 * (h - eave) + 0.1 * fbm(u * 14, h * 5, 3)
        const c = mix(tone('#3f5a90'), tone('#c9d9f4'), light)
        const under = smooth(eave + 0.1, eave, h)
        for (let i = 0; i < 3; i++)
          out[i] = lerp(c[i] as number, ([0.95, 0.7, 0.45] as const)[i] as number, under * 0.5)
        out[3] = 0.93
      } else if (h > 0 && h <= eave && Math.abs(u) < 0.5) {
        const bay = (((u + 0.5) * 11) % 1) - 0.5
        const frame =
          Math.abs(bay) > 0.44 || h < 0.16 || h > 0.8 || Math.abs(h - 0.5) < 0.025 || Math.abs(bay) < 0.02
        const dimmed = Math.floor((u + 0.5) * 11) % 4 === 2 ? 0.35 : 1
        const c = frame
          ? tone('#1a1410')
          : scaled(mix(tone('#e08a3c'), tone('#ffe3a4'), 0.5 + 0.5 * h), dimmed)
        for (let i = 0; i < 3; i++) out[i] = c[i] as number
        out[3] = 0.95
      }
    },
  )
  const glow = ctx.createRadialGradient(x, foot - tall * 0.4, 10, x, foot - tall * 0.4, wide * 0.75)
  glow.addColorStop(0, 'rgba(255,190,110,0.42)')
  glow.addColorStop(1, 'rgba(255,170,90,0)')
  ctx.save()
  ctx.globalCompositeOperation = 'screen'
  ctx.fillStyle = glow
  ctx.fillRect(x - wide, foot - wide * 0.8, wide * 2, wide * 1.3)
  ctx.restore()
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
