import { boulder } from './boulder.ts'
import { noise } from './gradient-noise.ts'
import { random } from './random.ts'
import { smooth } from './tones.ts'

/** 0 at the rim of the pool, negative inside, about metres. */
export function pool(x: number, z: number): number {
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

export function stone(x: number, z: number): number {
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
export function ground(x: number, z: number): number {
  const rock = stone(x, z)
  const snow = pool(x, z) > 0 ? bank(x, z) : -1
  const cap = rock > 0.12 ? 0.15 * smooth(0.14, 0.42, rock) * (0.8 + 0.3 * noise(x * 1.6, z * 1.6, 5)) : 0
  return Math.max(0, rock + cap, snow)
}
