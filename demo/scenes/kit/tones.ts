import { clamp, lerp } from './curve.ts'

/** Red, green, blue, each 0..1. */
export type Tone = readonly [number, number, number]

/** '#rrggbb' to a tone. */
export function tone(hex: string): Tone {
  const n = Number.parseInt(hex.slice(1), 16)
  return [((n >> 16) & 255) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255]
}

/** Smooth 0..1 as `value` goes from `low` to `high` (which may be the smaller). */
export function smooth(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low))
  return t * t * (3 - 2 * t)
}

export function mix(a: Tone, b: Tone, t: number): Tone {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)]
}

export const scaled = (a: Tone, by: number): Tone => [a[0] * by, a[1] * by, a[2] * by]

/** A tone as a CSS colour. */
export function css(a: Tone, alpha = 1): string {
  const byte = (v: number) => Math.round(clamp(v) * 255)
  return `rgba(${byte(a[0])},${byte(a[1])},${byte(a[2])},${alpha})`
}

/** A stop list to a function: tones at rising positions, smoothly joined. */
export function ramp(...stops: readonly (readonly [number, Tone])[]): (t: number) => Tone {
  return (t) => {
    let before = stops[0] as readonly [number, Tone]
    for (const stop of stops) {
      if (t <= stop[0])
        return stop === before ? stop[1] : mix(before[1], stop[1], smooth(before[0], stop[0], t))
      before = stop
    }
    return before[1]
  }
}
