import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from './curve.ts'
import { deviceScale } from './pixel-pass.ts'

/**
 * Ground height at (x, z); x runs right, z away from the viewer, all in the same length unit.
 * NaN means nothing is there, and what lies behind shows.
 */
export type Height = (x: number, z: number) => number

/** One seen point of the ground: place, unit normal, distance, and the width of one pixel there. */
export type Hit = {
  x: number
  y: number
  z: number
  nx: number
  ny: number
  nz: number
  pixel: number
}

/** A view camera: level, with its horizon shifted to row `horizon` so that uprights stay upright. */
export type Camera = {
  eye: number
  horizon: number
  focal: number
  centre: number
  near: number
  far: number
}

export type ReliefPicture = {
  camera: Camera
  height: Height
  /** Writes red, green, blue 0..1. */
  shade: (hit: Hit, out: Float64Array) => void
  width: number
  bottom: number
  /** Step as a fraction of the distance; smaller finds finer detail. */
  step?: number
  /** Length over which the normal is taken, in pixels at that distance. */
  bevel?: number
}

/** Draws a height field column by column, near to far, with soft crests; what lies above the ground stays clear. */
export function paintRelief(ctx: SKRSContext2D, picture: ReliefPicture) {
  const { camera, height, shade, width, bottom, step = 0.0022, bevel = 1.2 } = picture
  const scale = deviceScale(ctx)
  const columns = Math.round(width * scale)
  const rows = Math.round(bottom * scale)
  const layer = createCanvas(columns, rows)
  const layerCtx = layer.getContext('2d')
  const image = layerCtx.createImageData(columns, rows)
  const data = image.data
  const focal = camera.focal * scale
  const horizon = camera.horizon * scale
  const out = new Float64Array(3)
  const hit: Hit = { x: 0, y: 0, z: 0, nx: 0, ny: 1, nz: 0, pixel: 0 }
  const put = (row: number, column: number, x: number, z: number, cover: number) => {
    const i = (row * columns + column) * 4
    const free = 255 - (data[i + 3] as number)
    if (free <= 0) return
    const pixel = z / focal
    const reach = pixel * bevel
    hit.x = x
    hit.z = z
    hit.y = height(x, z)
    const slopeX = (height(x + reach, z) - hit.y) / reach
    const slopeZ = (height(x, z + reach) - hit.y) / reach
    const length = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ + 1)
    hit.nx = -slopeX / length
    hit.ny = 1 / length
    hit.nz = -slopeZ / length
    hit.pixel = pixel
    shade(hit, out)
    const held = 255 - free
    const part = Math.min(free, cover * 255)
    for (let c = 0; c < 3; c++) {
      data[i + c] = ((data[i + c] as number) * held + clamp(out[c] as number) * 255 * part) / (held + part)
    }
    data[i + 3] = held + part
  }
  const rowAt = (lean: number, z: number) => horizon + (focal * (camera.eye - height(lean * z, z))) / z
  /** On a cliff the straight guess may still lie at its foot: halve towards the far end until the face is met. */
  const onFace = (lean: number, guess: number, far: number, row: number) => {
    if (!(rowAt(lean, guess) > row + 1.5)) return guess
    let low = guess
    let high = far
    for (let i = 0; i < 5; i++) {
      const mid = (low + high) / 2
      if (rowAt(lean, mid) > row) low = mid
      else high = mid
    }
    return high
  }
  for (let column = 0; column < columns; column++) {
    const lean = ((column + 0.5) / scale - camera.centre) / camera.focal
    let top = rows
    let lastRow = rows + 1
    let lastZ = camera.near
    let open = false
    for (let z = camera.near; z < camera.far && top > 0; z *= 1 + step) {
      const row = rowAt(lean, z)
      if (Number.isNaN(row)) {
        open = true
        continue
      }
      if (open) top = Math.min(top, Math.ceil(row))
      open = false
      if (row < top) {
        const first = Math.max(0, Math.floor(row))
        for (let r = Math.min(rows - 1, Math.ceil(top) - 1); r >= first; r--) {
          const t = lastRow > row ? clamp((lastRow - Math.max(row, r + 0.5)) / (lastRow - row)) : 1
          const at = onFace(lean, lastZ + (z - lastZ) * t, z, r + 0.5)
          put(r, column, lean * at, at, r < row ? r + 1 - row : 1)
        }
        top = row
      }
      lastRow = row
      lastZ = z
    }
  }
  layerCtx.putImageData(image, 0, 0)
  ctx.drawImage(layer, 0, 0, width, bottom)
}

/** Where a point of the scene falls in the picture, and how many picture units one length unit has there. */
export function project(camera: Camera, x: number, y: number, z: number) {
  const unit = camera.focal / z
  return { x: camera.centre + x * unit, y: camera.horizon + (camera.eye - y) * unit, unit }
}

/** 0 (in shade) .. 1 (lit): looks from a point towards the sun over the ground; `soft` widens the penumbra. */
export function sunlit(
  height: Height,
  hit: Hit,
  sun: readonly [number, number, number],
  reach: number,
  soft = 8,
) {
  let light = 1
  const start = hit.y + hit.pixel * 1.5
  let t = Math.max(hit.pixel * 2, reach * 0.012)
  while (t < reach) {
    const gap = start + sun[1] * t - height(hit.x + sun[0] * t, hit.z + sun[2] * t)
    light = Math.min(light, 0.5 + (soft * gap) / t)
    if (light <= 0) return 0
    t *= 1.28
  }
  return clamp(light)
}

/** Unit vector. */
export function unit(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z)
  return [x / length, y / length, z / length]
}
