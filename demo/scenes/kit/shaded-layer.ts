import { type Canvas, createCanvas } from '@napi-rs/canvas'

/** Writes red, green, blue (0..255) and alpha (0..255) of the pixel at column x, row y into `out`. */
export type PixelShader = (x: number, y: number, out: Float32Array) => void

export type ShadedLayer = {
  canvas: Canvas
  width: number
  height: number
  paint(shader: PixelShader): Canvas
}

/** A small canvas filled pixel by pixel, with a fixed half-step dither so that slow gradients do not band. */
export function shadedLayer(width: number, height: number): ShadedLayer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  const dither = new Float32Array(4096)
  for (let i = 0; i < dither.length; i++) {
    const n = Math.sin(i * 12.9898) * 43758.5453
    dither[i] = (n - Math.floor(n) - 0.5) * 1.4
  }
  const out = new Float32Array(4)
  const paint = (shader: PixelShader) => {
    const data = image.data
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i += 4) {
        out[3] = 255
        shader(x, y, out)
        const d = dither[((y & 63) << 6) | (x & 63)] as number
        data[i] = (out[0] as number) + d
        data[i + 1] = (out[1] as number) + d
        data[i + 2] = (out[2] as number) + d
        data[i + 3] = out[3] as number
      }
    }
    context.putImageData(image, 0, 0)
    return canvas
  }
  return { canvas, width, height, paint }
}
