import sharp, { type Sharp } from 'sharp'
import type { Size } from '#domain/clips/film-size.ts'
import type { Motion } from './motion.ts'
import type { RgbImage } from './yuv.ts'

/** The photograph at another size. */
export async function resized(photo: RgbImage, { width, height }: Size): Promise<RgbImage> {
  const image = openRgb(photo).resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
  return { data: await image.raw().toBuffer(), width, height }
}

/** The camera's first view of the canvas, at the given size. */
export async function firstView(canvas: RgbImage, { frame, from }: Motion, size: Size): Promise<RgbImage> {
  const [left, top] = [Math.max(0, Math.round(from.x)), Math.max(0, Math.round(from.y))]
  const width = Math.min(canvas.width - left, Math.round(frame.width * from.scale))
  const height = Math.min(canvas.height - top, Math.round(frame.height * from.scale))
  const view = openRgb(canvas).extract({ left, top, width, height })
  const data = await view.resize(size.width, size.height, { fit: 'fill' }).raw().toBuffer()
  return { data, ...size }
}

export function openRgb({ data, width, height }: RgbImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}
