import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { Size } from '#domain/clips/film-size.ts'
import { MAX_PIXELS, STILL_TIMEOUT } from '#server/ingest/limits.ts'
import type { ImageFacts } from '#server/ingest/probe/probe.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { decodeHeic } from './heic.ts'
import type { Motion, View } from './motion.ts'
import type { RgbImage } from './yuv.ts'

/** Behind transparent parts; picture viewers show white. */
const BACKGROUND = '#ffffff'

/** Decodes a photograph: upright, sRGB, without transparency. @throws Refusal */
export async function decodeStill(path: string, { format }: ImageFacts): Promise<RgbImage> {
  const opened = format === 'heic' ? await openHeic(path) : openWithSharp(await readFile(path))
  try {
    const upright = opened
      .autoOrient()
      .flatten({ background: BACKGROUND })
      .toColourspace('srgb')
      .removeAlpha()
    const { data, info } = await upright
      .raw({ depth: 'uchar' })
      .timeout({ seconds: STILL_TIMEOUT / 1000 })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw new Refusal(`not readable as an image: ${firstLine(error)}`, { cause: error })
  }
}

const firstLine = (error: unknown) =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)

function openWithSharp(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
}

async function openHeic(path: string): Promise<Sharp> {
  const { data, width, height } = await decodeHeic(path)
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** The photograph at the size of the canvas. */
export async function canvasOf(photo: RgbImage, { width, height }: Size): Promise<RgbImage> {
  const data = await openRgb(photo)
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  return { data, width, height }
}

/** The camera's first view at the given size, cut from the photograph for sharpness. */
export async function firstView(photo: RgbImage, motion: Motion, size: Size): Promise<RgbImage> {
  const area = areaOf(photo, motion, motion.from)
  const data = await openRgb(photo)
    .extract(area)
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { data, ...size }
}

function areaOf(photo: Size, { canvas, frame }: Motion, view: View) {
  const [x, y] = [photo.width / canvas.width, photo.height / canvas.height]
  const left = Math.max(0, Math.round(view.x * x))
  const top = Math.max(0, Math.round(view.y * y))
  return {
    left,
    top,
    width: Math.min(photo.width - left, Math.round(frame.width * view.scale * x)),
    height: Math.min(photo.height - top, Math.round(frame.height * view.scale * y)),
  }
}

export function openRgb({ data, width, height }: RgbImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}
