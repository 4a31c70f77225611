/** Pseudorandom numbers from 0 to 1, repeatable by seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Indexes into a list of `length`, the first far more often than the last (Zipf's law). */
export function zipf(length: number): (random: number) => number {
  const sums = new Float64Array(length)
  let sum = 0
  for (let at = 0; at < length; at++) {
    sum += 1 / (at + 2)
    sums[at] = sum
  }
  return (random) => {
    const wanted = random * sum
    let [low, high] = [0, length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
