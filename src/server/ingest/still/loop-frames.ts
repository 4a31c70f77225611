import { type Motion, viewAt } from './motion.ts'
import { type Plane, resample, scratchRows } from './resample.ts'
import { type Picture, pictureIn, type RgbImage, toPicture } from './yuv.ts'

/** Renders any frame of a camera move as raw yuv420p. The canvas has the size of `motion.canvas`. */
export function frameRenderer(canvas: RgbImage, motion: Motion): (frame: number) => Uint8Array<ArrayBuffer> {
  const source = toPicture(canvas)
  const { width, height } = motion.frame
  const sample = pictureIn(width, height)
  const scratch = { y: scratchRows(source.y, sample.y), u: scratchRows(source.u, sample.u) }
  return (frame) => {
    const target = pictureIn(width, height)
    drawFrame(source, target, motion, frame, scratch)
    return target.bytes
  }
}

interface Scratch {
  y: Int16Array
  u: Int16Array
}

/**
 * Pixel i of the frame is centred at i + 1/2, which is canvas position x + scale * (i + 1/2). Chroma planes have half
 * the size; their samples lie on the left luma column of a pair, and between its two rows.
 */
function drawFrame(source: Picture, target: Picture, motion: Motion, frame: number, scratch: Scratch): void {
  const { x, y, scale } = viewAt(motion, frame)
  const across = { step: scale, start: x + scale / 2 - 0.5 }
  const down = { step: scale, start: y + scale / 2 - 0.5 }
  resample(source.y, target.y, across, down, scratch.y)
  const chroma = (plane: Plane, into: Plane) =>
    resample(
      plane,
      into,
      { step: scale, start: across.start / 2 },
      { step: scale, start: (y + scale - 1) / 2 },
      scratch.u,
    )
  chroma(source.u, target.u)
  chroma(source.v, target.v)
}
