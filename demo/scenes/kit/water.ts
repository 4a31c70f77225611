import { type Canvas, createCanvas, type ImageData } from '@napi-rs/canvas'
import { noiseTile, tileAt } from './tile-noise.ts'

export interface Water {
  width: number
  height: number
  /** Rows of the mirrored picture, when it is taller than the sheet. */
  mirrorHeight?: number
  seed?: number
  /** Pixels by which ripples shift the mirrored picture, near the viewer. */
  sway?: number
  /** 0 calm lake .. 1 open sea: how much finer the near ripples are than the far ones. */
  rough?: number
  /** Octaves of ripple: fewer is calmer, and lighter to encode. */
  detail?: number
  /** Whole tiles the ripples travel per loop, sideways and toward the viewer. */
  travel?: [across: number, toward: number]
  /** How many tiles lie across the near edge. */
  scale?: number
  /** Red, green, blue added where a ripple faces the light. */
  glint?: [number, number, number]
  /** The water's own colour, mixed in more strongly near the viewer. */
  tint?: [r: number, g: number, b: number, near: number]
}

/**
 * A sheet of water that mirrors a picture. `mirror` is the scene above the waterline, already flipped
 * (its first row lies at the waterline). Ripples are two noise tiles in perspective sliding whole tiles
 * per loop; their slope moves the lookup, mostly up and down, as on real water.
 */
export function water(options: Water) {
  const {
    width,
    height,
    mirrorHeight = height,
    seed = 5,
    sway = 22,
    rough = 0.5,
    scale = 3,
    detail = 4,
    glint = [0, 0, 0],
    tint,
  } = options
  const [across, toward] = options.travel ?? [1, 1]
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image: ImageData = ctx.createImageData(width, height)
  const size = 256
  const tile = noiseTile(seed, { size, cells: 6, octaves: detail, gain: 0.5 })
  const slope = slopes(tile, size)
  return (phase: number, mirror: Uint8ClampedArray): Canvas => {
    const out = image.data
    for (let y = 0, i = 0; y < height; y++) {
      const near = (y + 0.5) / height
      const depth = 1 / (near * (0.9 + rough) + 0.06) // Rows per tile shrink with distance.
      const reach = sway * near ** 0.75 + 0.6
      const flat = scale * (0.16 + depth * 0.1)
      const v1 = depth * 1.7 * scale * 0.5 - phase * toward
      const v2 = depth * 2.3 * scale * 0.5 + phase * toward + 0.4
      const own = tint ? tint[3] * near : 0
      for (let x = 0; x < width; x++, i += 4) {
        const u = (x / width - 0.5) * flat * 4
        const s1 = slopeAt(slope, size, u + phase * across, v1)
        const s2 = slopeAt(slope, size, u * 1.37 - phase * across + 0.3, v2)
        const s = s1 + s2
        const sy = y + s * reach * 1.6
        const sx = x + (s1 - s2) * reach * 0.5
        const row = sy < 0 ? 0 : sy >= mirrorHeight - 1 ? mirrorHeight - 2 : sy
        const col = sx < 0 ? 0 : sx >= width - 1 ? width - 2 : sx
        const y0 = row | 0
        const x0 = col | 0
        const fy = row - y0
        const fx = col - x0
        const p = (y0 * width + x0) * 4
        const q = p + width * 4
        const shine = s > 0.35 ? (s - 0.35) * near : 0
        for (let c = 0; c < 3; c++) {
          const top = (mirror[p + c] as number) * (1 - fx) + (mirror[p + 4 + c] as number) * fx
          const low = (mirror[q + c] as number) * (1 - fx) + (mirror[q + 4 + c] as number) * fx
          const seen = top + (low - top) * fy
          const mixed = tint ? seen + ((tint[c] as number) - seen) * own : seen
          out[i + c] = mixed + (glint[c] as number) * shine
        }
        out[i + 3] = 255
      }
    }
    ctx.putImageData(image, 0, 0)
    return canvas
  }
}

function slopes(tile: ReturnType<typeof noiseTile>, size: number): Float32Array {
  const out = new Float32Array(size * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      out[y * size + x] =
        (tileAt(tile, x / size, (y + 2) / size) - tileAt(tile, x / size, (y - 2) / size)) * 7
  return out
}

/** Bilinear, wrapping; the size is a power of two, so the wrap is a mask. */
function slopeAt(data: Float32Array, size: number, u: number, v: number): number {
  const x = u * size
  const y = v * size
  const i = Math.floor(x)
  const j = Math.floor(y)
  const fx = x - i
  const fy = y - j
  const m = size - 1
  const r0 = (j & m) * size
  const r1 = ((j + 1) & m) * size
  const a = i & m
  const b = (i + 1) & m
  const top = (data[r0 + a] as number) * (1 - fx) + (data[r0 + b] as number) * fx
  const low = (data[r1 + a] as number) * (1 - fx) + (data[r1 + b] as number) * fx
  return top + (low - top) * fy
}
