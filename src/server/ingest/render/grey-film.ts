import { open } from 'node:fs/promises'
import type { Size } from '#domain/clips/film-size.ts'
import { seamOf, ssim } from '#domain/look/seam.ts'

/** Pairs of neighbours, spread over the film, that its seam is compared with. */
const PAIRS = 11

/** Counts the frames of a grey film and compares the first with the last. `seam`: undefined without a frame */
export async function readGreyFilm(path: string, { width, height }: Size) {
  const file = await open(path)
  try {
    const length = width * height
    const frames = Math.floor((await file.stat()).size / length)
    if (frames === 0) return { frames, loopDifference: 1, seam: undefined }
    const frameAt = async (index: number) =>
      (await file.read(Buffer.alloc(length), 0, length, index * length)).buffer
    const likeness = async (one: number, other: number) => {
      const [data, next] = [await frameAt(one), await frameAt(other)]
      return ssim({ width, data }, { width, data: next })
    }
    const neighbours: number[] = []
    for (let i = 0; i < Math.min(PAIRS, frames - 1); i++) {
      const at = Math.floor((i * (frames - 1)) / PAIRS)
      neighbours.push(await likeness(at, at + 1))
    }
    return {
      frames,
      loopDifference: meanDifference(await frameAt(0), await frameAt(frames - 1)),
      seam: seamOf(await likeness(frames - 1, 0), neighbours),
    }
  } finally {
    await file.close()
  }
}

/** 0 is the same picture, 1 is black against white; 6 decimal places. */
function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
  return Number((sum / a.length / 255).toFixed(6))
}
