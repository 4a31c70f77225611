import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { MAX_PIXELS, MIN_SIDE } from '#server/ingest/limits.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { heicSize } from '#server/ingest/still/heic.ts'
import type { ImageFacts } from './probe.ts'

/** Reads the header of an image. @throws Refusal */
export async function probeImage(path: string, format: ImageFacts['format']): Promise<ImageFacts> {
  const { width, height } = format === 'heic' ? await heicSize(path) : await sharpSize(path)
  const size = `${width}×${height}`
  if (width * height > MAX_PIXELS) throw new Refusal(`${size} is over 33 megapixels`)
  if (Math.min(width, height) < MIN_SIDE)
    throw new Refusal(`${size} is too small; at least ${MIN_SIDE} pixels a side`)
  return { kind: 'image', format, width, height }
}

/** Reads only the header, so it needs no pixel limit; the decoder has one. */
async function sharpSize(path: string): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await sharp(await readFile(path), {
      limitInputPixels: false,
      failOn: 'error',
    }).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    throw new Refusal(`not readable as an image: ${reason(error)}`, { cause: error })
  }
}

/** libvips repeats itself after the first line. */
const reason = (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : String(error))
