import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from './curve.ts'
import { fbm, noise } from './gradient-noise.ts'
import { type Area, pixelPass } from './pixel-pass.ts'
import { random } from './random.ts'
import { mix, type Tone, tone } from './tones.ts'

export type CloudBank = {
  seed: number
  /** Middle, half width and height of each tower, as shares of the area; all stand on its lower edge. */
  towers: readonly (readonly [x: number, halfWidth: number, height: number])[]
  light?: Tone
  shade?: Tone
  /** From the cloud towards the sun, in the picture: right, down, towards the viewer. */
  sun?: readonly [number, number, number]
}

type Puff = { x: number; y: number; z: number; r: number }

/** Heaps of puffs, wide below, narrowing upwards, a little nearer the viewer in the middle. */
function pile({ seed, towers }: CloudBank, aspect: number): Puff[] {
  const roll = random(seed)
  const puffs: Puff[] = []
  for (const [x, half, tall] of towers) {
    for (let i = 0; i < 210; i++) {
      const up = roll() ** 1.3
      const spread = half * (1 - up * 0.72) * (roll() + roll() - 1)
      const r = half * (0.05 + 0.24 * roll() ** 2.2 * (1 - up * 0.45)) * aspect
      puffs.push({
        x: (x + spread) * aspect,
        y: 1 - up * (tall - r * 0.8),
        z: roll() * half * 0.9 * aspect,
        r,
      })
    }
  }
  return puffs
}

/** Summer cumulus: heaped spheres roughened by noise, lit from the side, grey-blue below, flat at the foot. */
export function cumulus(ctx: SKRSContext2D, area: Area, bank: CloudBank) {
  const { light = tone('#fffaf0'), shade = tone('#8fa9c9'), sun = [-0.55, -0.66, 0.5] } = bank
  const puffs = pile(bank, area.width / area.height)
  pixelPass(
    ctx,
    area,
    (px, py, out) => {
      const u0 = (px - area.x) / area.height
      const v0 = (py - area.y) / area.height
      const u = u0 + 0.034 * fbm(u0 * 9, v0 * 9, 5, bank.seed)
      const v = v0 + 0.034 * fbm(u0 * 9, v0 * 9, 5, bank.seed + 9)
      let front = -9
      let facing = 0
      let cover = 0
      for (const { x, y, z, r } of puffs) {
        const dx = u - x
        const dy = v - y
        const d2 = dx * dx + dy * dy
        if (d2 > r * r) continue
        const bulge = Math.sqrt(r * r - d2)
        cover = Math.max(cover, bulge / r)
        const depth = z + bulge
        const blend = clamp((depth - front) / 0.07 + 0.5)
        if (blend <= 0) continue
        const here = (dx * sun[0] + dy * sun[1] + bulge * sun[2]) / r
        facing += (here - facing) * blend
        front = Math.max(front, depth)
      }
      if (cover <= 0) {
        out[3] = 0
        return
      }
      const rough = 0.3 * fbm(u0 * 14, v0 * 14, 5, bank.seed + 3) + 0.12 * noise(u0 * 60, v0 * 60, 2)
      const low = clamp((v0 - 0.5) * 1.1)
      const lit = clamp(0.5 + facing * 0.5 + rough - low * 0.5)
      const c = mix(shade, light, lit * lit * (3 - 2 * lit))
      out[0] = c[0]
      out[1] = c[1]
      out[2] = c[2]
      out[3] = clamp(cover * 2.6 - 0.25 + rough * 1.2) * clamp((1 - v0) * 9)
    },
    0.6,
  )
}
