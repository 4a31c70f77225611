import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

/** Writes red, green, blue (0..1, clipped later) and alpha (0..1) for the point (x, y) in picture units. */
export type PointShader = (x: number, y: number, out: Float64Array) => void

export type Area = { x: number; y: number; width: number; height: number }

/** How many device pixels one picture unit has, so that a picture can be proofed small. */
export const deviceScale = (ctx: SKRSContext2D) => ctx.getTransform().a

/** Paints `area` point by point over what is there. Colours are display values, not linear light. */
export function pixelPass(ctx: SKRSContext2D, area: Area, shade: PointShader, detail = 1) {
  const scale = deviceScale(ctx) * detail
  const width = Math.max(1, Math.round(area.width * scale))
  const height = Math.max(1, Math.round(area.height * scale))
  const layer = createCanvas(width, height)
  const layerCtx = layer.getContext('2d')
  const image = layerCtx.createImageData(width, height)
  const data = image.data
  const out = new Float64Array(4)
  for (let row = 0, i = 0; row < height; row++) {
    const y = area.y + (row + 0.5) / scale
    for (let column = 0; column < width; column++, i += 4) {
      out[3] = 1
      shade(area.x + (column + 0.5) / scale, y, out)
      data[i] = (out[0] as number) * 255 + 0.5
      data[i + 1] = (out[1] as number) * 255 + 0.5
      data[i + 2] = (out[2] as number) * 255 + 0.5
      data[i + 3] = (out[3] as number) * 255 + 0.5
    }
  }
  layerCtx.putImageData(image, 0, 0)
  ctx.drawImage(layer, area.x, area.y, area.width, area.height)
}
