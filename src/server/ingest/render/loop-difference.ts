import { open } from 'node:fs/promises'
import type { Size } from '#server/ingest/still/motion.ts'

export interface GreyFilm {
  frames: number
  /** Mean absolute difference of first and last frame, 0 to 1, rounded to 6 places. */
  loopDifference: number
}

/** Reads a film of bare grey frames: how many there are, and how far the last is from the first. */
export async function readGreyFilm(path: string, { width, height }: Size): Promise<GreyFilm> {
  const file = await open(path)
  try {
    const length = width * height
    const { size } = await file.stat()
    const frames = Math.floor(size / length)
    if (frames === 0) return { frames, loopDifference: 1 }
    const frameAt = async (index: number) =>
      (await file.read(Buffer.alloc(length), 0, length, index * length)).buffer
    return { frames, loopDifference: meanDifference(await frameAt(0), await frameAt(frames - 1)) }
  } finally {
    await file.close()
  }
}

/** Pure; 0 is the same picture, 1 is black against white. */
function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
  return Number((sum / a.length / 255).toFixed(6))
}
