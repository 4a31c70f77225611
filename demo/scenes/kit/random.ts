/** A seeded source of numbers, so that a scene is the same picture every time it is rendered. */
export interface Random {
  /** In [0, 1). */
  (): number
  between(low: number, high: number): number
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  /** Roughly normal, mean 0, deviation 1. */
  bell(): number
}

/** Mulberry32 by Tommy Ettinger (public domain). */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return Object.assign(next, {
    between: (low: number, high: number) => low + (high - low) * next(),
    whole: (low: number, high: number) => low + Math.floor((high - low + 1) * next()),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
    bell: () => (next() + next() + next() + next() - 2) * 1.732,
  })
}
