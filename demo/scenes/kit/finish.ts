import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { random } from './random.ts'

export interface Finish {
  /** 0..1: how much bright light spills over. */
  bloom?: number
  /** How far it spills, as a part of the width. */
  spread?: number
  vignette?: number
  contrast?: number
  saturation?: number
  /** Strength of the grain, as a part of full white. */
  grain?: number
}

/** Adds the picture's own blurred highlights to it. */
function spill(ctx: SKRSContext2D, strength: number, spread: number) {
  const { width, height } = ctx.canvas
  const small = createCanvas(Math.ceil(width / 8), Math.ceil(height / 8))
  const smallCtx = small.getContext('2d')
  smallCtx.filter = `blur(${Math.max(2, (width * spread) / 8)}px)`
  smallCtx.drawImage(ctx.canvas, 0, 0, small.width, small.height)
  smallCtx.filter = 'none'
  // Squared, so that only what is bright spills.
  smallCtx.globalCompositeOperation = 'multiply'
  smallCtx.drawImage(small, 0, 0)
  ctx.save()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalCompositeOperation = 'screen'
  ctx.globalAlpha = strength
  ctx.drawImage(small, 0, 0, width, height)
  ctx.restore()
}

/** The grade of a finished still: bloom, contrast around mid grey, saturation, darker corners, grain. */
export function finish(
  ctx: SKRSContext2D,
  {
    bloom = 0.15,
    spread = 0.02,
    vignette = 0.25,
    contrast = 1.04,
    saturation = 1.03,
    grain = 0.011,
  }: Finish = {},
) {
  if (bloom > 0) spill(ctx, bloom, spread)
  const { width, height } = ctx.canvas
  const image = ctx.getImageData(0, 0, width, height)
  const data = image.data
  const next = random(99)
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y / height - 0.5
    for (let x = 0; x < width; x++, i += 4) {
      const dx = x / width - 0.5
      const corner = 1 - vignette * Math.min(1, (dx * dx + dy * dy) * 2) ** 1.5
      const noise = (next() + next() - 1) * grain * 255
      const [r, g, b] = [data[i] as number, data[i + 1] as number, data[i + 2] as number]
      const grey = 0.2126 * r + 0.7152 * g + 0.0722 * b
      const grade = (v: number) => (128 + (grey + (v - grey) * saturation - 128) * contrast) * corner + noise
      data[i] = grade(r)
      data[i + 1] = grade(g)
      data[i + 2] = grade(b)
    }
  }
  ctx.putImageData(image, 0, 0)
}
