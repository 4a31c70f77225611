import type { Size } from '#domain/clips/film-size.ts'

/** Where the camera looks: `x`, `y` are the top left corner in canvas pixels, `scale` canvas pixels per frame pixel. */
export interface View {
  x: number
  y: number
  scale: number
}

/** A camera move over a still: the canvas is the whole photograph, scaled so that the closest view is 1:1. */
export interface Motion {
  frame: Size
  canvas: Size
  from: View
  to: View
}

/** Frames in the whole cycle, out and back. */
export const LOOP_FRAMES = 240
export const LOOP_RATE = 30
/** The first frame and the turning point are used once, all others twice: 0…120 and 119…1. */
export const HALF_CYCLE_FRAMES = LOOP_FRAMES / 2 + 1

const SHAPES = [16 / 9, 3 / 2, 1, 4 / 5, 9 / 16]
const PANORAMA = 2
const LONG_SIDE = 1920
/** Travel in frame sizes per half cycle of 4 s: visible but calm. */
const TRAVEL = { least: 0.09, most: 0.22 }
const ZOOM = 1.12

/** Cosine ease from 0 (frame 0) to 1 (half-way) and back, with no speed at either end. */
export function ease(frame: number): number {
  return (1 - Math.cos((2 * Math.PI * frame) / LOOP_FRAMES)) / 2
}

export function viewAt({ from, to }: Motion, frame: number): View {
  const t = ease(frame)
  const between = (a: number, b: number) => a + (b - a) * t
  return { x: between(from.x, to.x), y: between(from.y, to.y), scale: between(from.scale, to.scale) }
}

/** Panoramas pan, portraits tilt, squares zoom; other landscapes pan or zoom by their hash (hex). */
export function chooseMotion(image: Size, hash: string): Motion {
  const chance = Number.parseInt(hash.slice(0, 4), 16)
  const aspect = image.width / image.height
  const shape = frameShape(aspect)
  const square = shape === 1
  const wide = aspect > PANORAMA
  const zooms = square || (shape > 1 && !wide && chance % 2 === 0)
  const motion = zooms ? zoom(image, shape) : slide(image, shape, shape < 1 ? 'y' : 'x')
  return (chance >> 1) % 2 === 0 ? motion : { ...motion, from: motion.to, to: motion.from }
}

function frameShape(aspect: number): number {
  const distance = (shape: number) => Math.abs(Math.log(shape / aspect))
  return SHAPES.reduce((best, shape) => (distance(shape) < distance(best) ? shape : best))
}

function zoom(image: Size, shape: number): Motion {
  const { frame, canvas } = fit(image, shape, ZOOM)
  const centred = (scale: number): View => ({
    x: (canvas.width - frame.width * scale) / 2,
    y: (canvas.height - frame.height * scale) / 2,
    scale,
  })
  return { frame, canvas, from: centred(ZOOM), to: centred(1) }
}

function slide(image: Size, shape: number, axis: 'x' | 'y'): Motion {
  const aspect = image.width / image.height
  const room = (axis === 'x' ? aspect / shape : shape / aspect) - 1
  const closer = room >= TRAVEL.least ? 1 : (1 + TRAVEL.least) / (1 + Math.max(room, 0))
  const { frame, canvas } = fit(image, shape, closer)
  const free = { x: canvas.width - frame.width, y: canvas.height - frame.height }
  const length = axis === 'x' ? frame.width : frame.height
  const travel = Math.min(free[axis], length * TRAVEL.most)
  // Even positions keep the axis at rest on whole samples in luma and chroma.
  const centre = { x: evenDown(free.x / 2), y: evenDown(free.y / 2), scale: 1 }
  return {
    frame,
    canvas,
    from: { ...centre, [axis]: (free[axis] - travel) / 2 },
    to: { ...centre, [axis]: (free[axis] + travel) / 2 },
  }
}

/** The frame covers the image, at most 1920 on its long side, never enlarged; the canvas is the whole image. */
function fit(image: Size, shape: number, closer: number): { frame: Size; canvas: Size } {
  const cover = Math.min(image.width, image.height * shape) / closer
  const scale = Math.min(1, LONG_SIDE / Math.max(cover, cover / shape))
  const frame = { width: even(cover * scale), height: even((cover / shape) * scale) }
  const fits = Math.max((frame.width * closer) / image.width, (frame.height * closer) / image.height)
  const factor = Math.max(scale, fits)
  return {
    frame,
    canvas: { width: evenUp(image.width * factor), height: evenUp(image.height * factor) },
  }
}

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2))
const evenDown = (value: number) => 2 * Math.floor(value / 2)
const evenUp = (value: number) => 2 * Math.ceil(value / 2 - 1e-6)
