import { fbm, noise, ridged } from './gradient-noise.ts'
import { random } from './random.ts'

type Face = { lean: number; x: number; y: number; from: number }
const cut = new Map<number, readonly Face[]>()

/** Seven steep faces around and three shallow ones on top, the same for the same seed. */
function facesOf(seed: number): readonly Face[] {
  const known = cut.get(seed)
  if (known) return known
  const roll = random(seed * 977 + 13)
  const faces: Face[] = []
  for (let i = 0; i < 7; i++) {
    const turn = (i + roll() * 0.8) * (Math.PI / 3.5)
    const lean = 1.6 + roll() * 3.2
    faces.push({ lean, x: Math.cos(turn), y: Math.sin(turn), from: lean * (0.7 + roll() * 0.3) })
  }
  for (let i = 0; i < 3; i++) {
    const turn = roll() * 7
    faces.push({ lean: 0.2 + roll() * 0.5, x: Math.cos(turn), y: Math.sin(turn), from: 0.86 + roll() * 0.2 })
  }
  cut.set(seed, faces)
  return faces
}

/** Height of a weathered, faceted stone over its own ground plan (u, v within about -1..1); 0 outside, about 1 on top. */
export function boulder(u: number, v: number, seed: number): number {
  if (u * u + v * v > 1.9) return 0
  const du = u + 0.14 * noise(u * 2 + seed, v * 2, seed)
  const dv = v + 0.14 * noise(u * 2, v * 2 + seed, seed + 1)
  let top = 1.1
  for (const face of facesOf(seed)) {
    const h = face.from - face.lean * (du * face.x + dv * face.y)
    const gap = Math.max(0, 0.16 - Math.abs(top - h)) / 0.16
    top = Math.min(top, h) - gap * gap * 0.035
  }
  if (top <= 0) return 0
  return Math.max(
    0,
    top + 0.07 * fbm(u * 4 + seed, v * 4, 4, seed) - 0.09 * ridged(u * 1.7 + seed * 3, v * 1.7, 3, seed),
  )
}
