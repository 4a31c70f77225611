/** How a film's end meets its beginning. */
export const LOOPS = ['seamless', 'soft', 'cut'] as const
export type Loop = (typeof LOOPS)[number]

/** A grey picture of `width` pixels a row, 0 to 255. */
export interface GreyFrame {
  width: number
  data: Uint8Array
}

/** Pixels of a window's side. */
const SIDE = 8
/** (0.01 × 255)² and (0.03 × 255)². */
const C1 = 6.5025
const C2 = 58.5225

/** Structural similarity of two pictures of one size, at most 1 (Wang et al., 2004), with windows side by side. */
export function ssim({ width, data: a }: GreyFrame, { data: b }: GreyFrame): number {
  const height = Math.floor(a.length / width)
  const [wide, high] = [Math.min(SIDE, width), Math.min(SIDE, height)]
  let [sum, windows] = [0, 0]
  for (let top = 0; top + high <= height; top += high)
    for (let left = 0; left + wide <= width; left += wide, windows++) {
      let [ofA, ofB, squares, products] = [0, 0, 0, 0]
      for (let i = 0; i < wide * high; i++) {
        const at = (top + Math.floor(i / wide)) * width + left + (i % wide)
        const [p, q] = [a[at]!, b[at]!]
        ofA += p / (wide * high)
        ofB += q / (wide * high)
        squares += (p * p + q * q) / (wide * high)
        products += (p * q) / (wide * high)
      }
      const [light, spread] = [ofA * ofB, squares - ofA * ofA - ofB * ofB]
      sum +=
        ((2 * light + C1) * (2 * (products - light) + C2)) / ((ofA * ofA + ofB * ofB + C1) * (spread + C2))
    }
  return sum / windows
}

/** What grain and an encoder's key frame take from the likeness of two frames. */
const GRAIN = 0.01
/**
 * Ordinary steps that a seam is as large as: from the first number, and below the second. Loops and cross-fades reach
 * 1.75 here, with grain 1.3; films of them that end half a second early 1.4 to 18, and films cut at 70 % begin at 1.9,
 * where everything rushes past, and mostly at 6.
 */
export const SEAMS: Record<Loop, readonly [number, number]> = {
  seamless: [0, 1.8],
  soft: [1.8, 3],
  cut: [3, Number.MAX_VALUE],
}

/** How much larger the step from the last frame to the first is than an ordinary step; 1: as large. */
export function seamOf(atSeam: number, neighbours: readonly number[]): number {
  const middle = neighbours.toSorted((a, b) => a - b)[neighbours.length >> 1] ?? 1
  return Number(((1 - atSeam + GRAIN) / (1 - middle + GRAIN)).toFixed(3))
}

/** Undefined if nobody could measure it: null or negative. */
export function loopOf(seam: number | null): Loop | undefined {
  return LOOPS.find((loop) => seam !== null && SEAMS[loop][0] <= seam && seam < SEAMS[loop][1])
}
