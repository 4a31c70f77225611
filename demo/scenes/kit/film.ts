import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { smoothstep } from './curve.ts'
import { shaded } from './layer.ts'
import { random } from './random.ts'

/** Static film grain: a fixed pattern costs the encoder next to nothing and still hides bands. */
function grainTile(seed: number, size: number, amount: number): Canvas {
  const next = random(seed)
  const canvas = createCanvas(size, size)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(size, size)
  for (let i = 0; i < image.data.length; i += 4) {
    const n = next() + next() - 1
    const light = n > 0 ? 255 : 0
    image.data[i] = light
    image.data[i + 1] = light
    image.data[i + 2] = light
    image.data[i + 3] = Math.abs(n) * amount * 255
  }
  ctx.putImageData(image, 0, 0)
  return canvas
}

const vignettes = new Map<string, Canvas>()
const grains = new Map<number, Canvas>()

function vignetteOf(width: number, height: number, amount: number): Canvas {
  const key = `${width}x${height}x${amount}`
  const known = vignettes.get(key)
  if (known) return known
  const made = shaded(width >> 2, height >> 2, (x, y) => {
    const dx = (x * 4) / width - 0.5
    const dy = (y * 4) / height - 0.5
    return [4, 5, 12, smoothstep(0.3, 0.85, Math.hypot(dx, dy)) * amount]
  })
  vignettes.set(key, made)
  return made
}

/** The last touch on every frame: darker corners and a breath of grain. `grain` 0.006 is about one level of 255. */
export function film(ctx: SKRSContext2D, { vignette = 0.35, grain = 0.006 } = {}) {
  const { width, height } = ctx.canvas
  ctx.save()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  if (vignette > 0) ctx.drawImage(vignetteOf(width, height, vignette), 0, 0, width, height)
  if (grain > 0) {
    const tile = grains.get(grain) ?? grainTile(7, 512, grain)
    grains.set(grain, tile)
    for (let y = 0; y < height; y += 512) for (let x = 0; x < width; x += 512) ctx.drawImage(tile, x, y)
  }
  ctx.restore()
}
