import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { posterWidths } from '#server/ingest/plan/sizes.ts'
import type { RgbImage } from '#server/ingest/still/yuv.ts'

export interface Look {
  /** `#rrggbb`. */
  dominantColor: string
  /** base64 of the thumbhash bytes. */
  thumbhash: string
  widths: number[]
}

/** A thumbhash is made of at most 100 × 100 pixels. */
const HASH_SIDE = 100
/** Standard deviation of 0…255 under which a frame shows next to nothing: black, white, fog. */
const FLAT = 6

/** Writes `<folder>/<width>.{avif,webp,jpg}` for every width that the frame has, and says how it looks. */
export async function writePosters(frame: RgbImage, folder: string): Promise<Look> {
  const widths = posterWidths(frame)
  for (const width of widths) await writeWidth(frame, width, folder)
  return { ...(await lookOf(frame)), widths }
}

async function writeWidth(frame: RgbImage, width: number, folder: string): Promise<void> {
  const { data, info } = await open(frame).resize({ width }).raw().toBuffer({ resolveWithObject: true })
  const small = () => open({ data, width: info.width, height: info.height })
  await Promise.all([
    small().avif({ quality: 52, effort: 0 }).toFile(`${folder}/${width}.avif`),
    small().webp({ quality: 76, effort: 4 }).toFile(`${folder}/${width}.webp`),
    small().jpeg({ quality: 78, progressive: true }).toFile(`${folder}/${width}.jpg`),
  ])
}

async function lookOf(frame: RgbImage): Promise<Pick<Look, 'dominantColor' | 'thumbhash'>> {
  const fitted = open(frame).resize(HASH_SIDE, HASH_SIDE, { fit: 'inside' }).ensureAlpha().raw()
  const { data, info } = await fitted.toBuffer({ resolveWithObject: true })
  const { dominant } = await open(frame).stats()
  const hex = [dominant.r, dominant.g, dominant.b]
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
  const hash = rgbaToThumbHash(info.width, info.height, data)
  return { dominantColor: `#${hex}`, thumbhash: Buffer.from(hash).toString('base64') }
}

/** The first frame, so that the hover preview starts from what is seen; a flat one gives way to the liveliest. */
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
  const { channels } = await open(frame).stats()
  return Math.max(...channels.map((channel) => channel.stdev))
}

function open({ data, width, height }: RgbImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Splits a raw film of RGB frames, as ffmpeg writes it. */
export function rgbFrames(
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): RgbImage[] {
  const size = width * height * 3
  const count = Math.floor(bytes.length / size)
  return Array.from({ length: count }, (_, i) => ({
    width,
    height,
    data: bytes.subarray(i * size, (i + 1) * size),
  }))
}
