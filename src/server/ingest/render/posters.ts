import { rgbaToThumbHash } from 'thumbhash'
import type { Size } from '#domain/clips/film-size.ts'
import { posterWidths } from '#server/ingest/plan/sizes.ts'
import { openRgb } from '#server/ingest/still/canvas.ts'
import type { RgbImage } from '#server/ingest/still/yuv.ts'
import type { TileFacts } from '#server/library/clip-details.ts'

/** A thumbhash is made of at most 100 × 100 pixels. */
const HASH_SIDE = 100
/** A frame with a lower standard deviation (of 0…255) shows almost nothing: black, white, fog. */
const FLAT = 6

/** Writes `<folder>/<width>.{avif,webp,jpg}` for every width up to the frame's. */
export async function writePosters(frame: RgbImage, folder: string): Promise<Omit<TileFacts, 'av1'>> {
  const widths = posterWidths(frame)
  for (const width of widths) await writeWidth(frame, width, folder)
  return { dominantColor: await dominantColor(frame), thumbhash: await thumbhash(frame), widths }
}

async function writeWidth(frame: RgbImage, width: number, folder: string): Promise<void> {
  const { data, info } = await openRgb(frame).resize({ width }).raw().toBuffer({ resolveWithObject: true })
  const small = () => openRgb({ data, width: info.width, height: info.height })
  await Promise.all([
    small().avif({ quality: 52, effort: 0 }).toFile(`${folder}/${width}.avif`),
    small().webp({ quality: 76, effort: 4 }).toFile(`${folder}/${width}.webp`),
    small().jpeg({ quality: 78, progressive: true }).toFile(`${folder}/${width}.jpg`),
  ])
}

async function dominantColor(frame: RgbImage): Promise<string> {
  const { r, g, b } = (await openRgb(frame).stats()).dominant
  return `#${Buffer.from([r, g, b]).toString('hex')}`
}

async function thumbhash(frame: RgbImage): Promise<string> {
  const fitted = openRgb(frame).resize(HASH_SIDE, HASH_SIDE, { fit: 'inside' }).ensureAlpha().raw()
  const { data, info } = await fitted.toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** The first frame, where the hover preview starts; the one with most contrast if the first is flat. */
export async function choosePoster(frames: RgbImage[]): Promise<RgbImage> {
  const [first, ...later] = frames
  if (!first) throw new Error('no frame to make a poster of')
  let best = { frame: first, contrast: await contrast(first) }
  if (best.contrast >= FLAT) return first
  for (const frame of later) {
    const found = await contrast(frame)
    if (found > best.contrast) best = { frame, contrast: found }
  }
  return best.frame
}

async function contrast(frame: RgbImage): Promise<number> {
  const { channels } = await openRgb(frame).stats()
  return Math.max(...channels.map((channel) => channel.stdev))
}

/** Splits raw RGB video into frames. */
export function rgbFrames(bytes: Uint8Array, { width, height }: Size): RgbImage[] {
  const size = width * height * 3
  const frame = (_: unknown, i: number) => ({ width, height, data: bytes.subarray(i * size, (i + 1) * size) })
  return Array.from({ length: Math.floor(bytes.length / size) }, frame)
}
