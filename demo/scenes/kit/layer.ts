import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { ramp, type Stop } from './colour.ts'
import { random } from './random.ts'

/** A transparent canvas painted once, to be composited every frame. */
export function layer(width: number, height: number, paint: (ctx: SKRSContext2D) => void): Canvas {
  const canvas = createCanvas(width, height)
  paint(canvas.getContext('2d'))
  return canvas
}

/** A layer seen out of focus: `radius` in pixels. */
export function blurred(source: Canvas, radius: number): Canvas {
  return layer(source.width, source.height, (ctx) => {
    ctx.filter = `blur(${radius}px)`
    ctx.drawImage(source, 0, 0)
  })
}

/** Fills pixel by pixel: `shade` gives red, green, blue (0..255, fractions welcome) and alpha (0..1); dithered. */
export function shaded(
  width: number,
  height: number,
  shade: (x: number, y: number) => readonly [number, number, number, number?],
  seed = 1,
): Canvas {
  const next = random(seed)
  return layer(width, height, (ctx) => {
    const image = ctx.createImageData(width, height)
    const { data } = image
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i += 4) {
        const [r, g, b, a = 1] = shade(x, y)
        const d = next() + next() - 0.5 // Triangular noise of ±1 step hides the 8-bit staircase.
        data[i] = r + d - 0.5
        data[i + 1] = g + d - 0.5
        data[i + 2] = b + d - 0.5
        data[i + 3] = a * 255 + (a > 0 && a < 1 ? next() - 0.5 : 0)
      }
    }
    ctx.putImageData(image, 0, 0)
  })
}

/** A dithered vertical gradient, for skies and haze. */
export function skyGradient(width: number, height: number, stops: Stop[]): Canvas {
  const at = ramp(stops)
  return shaded(width, height, (_x, y) => at(y / (height - 1)))
}
