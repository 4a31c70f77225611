import { fract } from './curve.ts'
import { type Random, random } from './random.ts'

export interface Particle<T> {
  /** How far through its life, 0..1; born at 0, gone at 1: fade both ends or let them lie out of frame. */
  life: number
  /** What `make` chose for it at birth; constant. */
  traits: T
  index: number
}

/**
 * Particles whose lives divide the loop: each lives `lives` whole times per period, from its own start.
 * Draw position as a function of `life` (and of whole-cycle waves of phase) and the loop is seamless.
 */
export function particles<T>(
  seed: number,
  count: number,
  make: (next: Random, index: number) => T & { lives?: number },
): (phase: number, draw: (particle: Particle<T>) => void) => void {
  const next = random(seed)
  const born = Array.from({ length: count }, (_, index) => ({ start: next(), traits: make(next, index) }))
  return (phase, draw) => {
    born.forEach(({ start, traits }, index) => {
      draw({ life: fract(phase * (traits.lives ?? 1) + start), traits, index })
    })
  }
}
