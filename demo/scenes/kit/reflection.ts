import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { type Water, water } from './water.ts'

/**
 * Mirrors what is already painted above `waterline` into a sheet of water below it.
 * The frame is read back each time, so that moving things reflect too. `alsoMirror` paints, upside down and
 * measured from the waterline, what stands in the water nearer than the far shore.
 */
export function reflection(options: Omit<Water, 'width' | 'height'> & { waterline: number }) {
  const { waterline } = options
  let sheet: ReturnType<typeof water> | undefined
  let flipped: Canvas | undefined
  return (ctx: SKRSContext2D, phase: number, alsoMirror?: (sheet: SKRSContext2D) => void) => {
    const { width, height } = ctx.canvas
    const depth = height - waterline
    const mirrorHeight = Math.min(waterline, depth + 120)
    sheet ??= water({ ...options, width, height: depth, mirrorHeight })
    flipped ??= createCanvas(width, mirrorHeight)
    const mirror = flipped.getContext('2d')
    mirror.setTransform(1, 0, 0, -1, 0, waterline)
    mirror.drawImage(ctx.canvas, 0, 0)
    mirror.setTransform(1, 0, 0, 1, 0, 0)
    alsoMirror?.(mirror)
    const pixels = mirror.getImageData(0, 0, width, mirrorHeight).data as Uint8ClampedArray
    ctx.drawImage(sheet(phase, pixels), 0, waterline)
  }
}
