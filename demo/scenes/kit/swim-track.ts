import { fract, lerp, TAU } from './curve.ts'

export type Track = { points: Float32Array; length: number }

/** A closed swimming track cut into even steps: an ellipse bent by its second harmonic. */
export function swimTrack(t: {
  x: number
  y: number
  rx: number
  ry: number
  bend: number
  turn: number
  back?: boolean
}): Track {
  const raw = Array.from({ length: 1200 }, (_, i) => {
    const a = (t.back ? -1 : 1) * (i / 1200) * TAU
    const u = t.rx * Math.cos(a) + t.bend * Math.cos(2 * a + 1)
    const v = t.ry * Math.sin(a) + t.bend * Math.sin(2 * a)
    return [
      t.x + u * Math.cos(t.turn) - v * Math.sin(t.turn),
      t.y + u * Math.sin(t.turn) + v * Math.cos(t.turn),
    ] as const
  })
  const steps = raw.map(([x, y], i) => {
    const [nx, ny] = raw[(i + 1) % 1200] as readonly [number, number]
    return Math.hypot(nx - x, ny - y)
  })
  const length = steps.reduce((sum, s) => sum + s, 0)
  const points = new Float32Array(2048)
  let walked = 0
  let at = 0
  for (let i = 0; i < 1024; i++) {
    const goal = (i / 1024) * length
    while (walked + (steps[at] as number) < goal) walked += steps[at++] as number
    const k = (goal - walked) / (steps[at] as number)
    const [x0, y0] = raw[at] as readonly [number, number]
    const [x1, y1] = raw[(at + 1) % 1200] as readonly [number, number]
    points[i * 2] = lerp(x0, x1, k)
    points[i * 2 + 1] = lerp(y0, y1, k)
  }
  return { points, length }
}

/** The point `s` pixels along the track; it may run past the end any number of times. */
export function trackAt({ points, length }: Track, s: number): [number, number] {
  const f = fract(s / length) * 1024
  const i = Math.floor(f) % 1024
  const j = (i + 1) % 1024
  const k = f - Math.floor(f)
  return [
    lerp(points[i * 2] as number, points[j * 2] as number, k),
    lerp(points[i * 2 + 1] as number, points[j * 2 + 1] as number, k),
  ]
}
