export const TAU = Math.PI * 2

export const clamp = (x: number, low = 0, high = 1) => Math.min(high, Math.max(low, x))
export const lerp = (a: number, b: number, t: number) => a + (b - a) * t
/** Where x lies between a and b, as 0..1. */
export const unlerp = (a: number, b: number, x: number) => clamp((x - a) / (b - a))
export const fract = (x: number) => x - Math.floor(x)

/** 0 below a, 1 above b, with soft ends. */
export function smoothstep(a: number, b: number, x: number): number {
  const t = unlerp(a, b, x)
  return t * t * (3 - 2 * t)
}

export const easeOut = (t: number) => 1 - (1 - t) ** 3

/** A sine of `cycles` whole cycles over the loop, shifted by `offset` cycles; -1..1. */
export const wave = (phase: number, cycles = 1, offset = 0) => Math.sin(TAU * (phase * cycles + offset))

/** Natural sway: three sines whose whole cycles keep the loop and whose mix never looks like a metronome; about -1..1. */
export function sway(phase: number, offset = 0, cycles = 1): number {
  return (
    0.62 * wave(phase, cycles, offset) +
    0.26 * wave(phase, cycles * 2, offset * 1.7 + 0.13) +
    0.12 * wave(phase, cycles * 3, offset * 2.3 + 0.41)
  )
}
