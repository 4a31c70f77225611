import type { Plane } from './resample.ts'

/** 8-bit 4:2:0, limited-range BT.709, with chroma left of its column pair and between its rows, as H.264 assumes. */
export interface Picture {
  y: Plane
  u: Plane
  v: Plane
}

export interface RgbImage {
  width: number
  height: number
  /** Three bytes a pixel. */
  data: Uint8Array
}

/** An empty picture with even sides; its planes lie in `bytes` in rawvideo's order. */
export function pictureIn(width: number, height: number) {
  const luma = width * height
  const bytes = new Uint8Array(luma * 1.5)
  const chroma = luma / 4
  const half = { width: width / 2, height: height / 2 }
  return {
    bytes,
    y: { width, height, data: bytes.subarray(0, luma) },
    u: { ...half, data: bytes.subarray(luma, luma + chroma) },
    v: { ...half, data: bytes.subarray(luma + chroma) },
  }
}

/** ITU-R BT.709 §3.2 and §3.5: Kr 0.2126, Kb 0.0722, Y 16…235, C 16…240. */
export function toPicture({ width, height, data }: RgbImage): Picture {
  const picture = pictureIn(width, height)
  for (let i = 0, at = 0; i < width * height; i++, at += 3)
    picture.y.data[i] = Math.round(
      16 + 0.182586 * data[at]! + 0.614231 * data[at + 1]! + 0.062007 * data[at + 2]!,
    )
  for (let row = 0; row < height / 2; row++) chromaRow({ width, height, data }, picture, row)
  return picture
}

/** Weights columns 1-2-1 around the left one of a pair and averages rows, which places chroma correctly. */
function chromaRow({ width, data }: RgbImage, { u, v }: Picture, row: number): void {
  const sum = [0, 0, 0]
  for (let column = 0; column < width / 2; column++) {
    sum.fill(0)
    for (const [dx, weight] of [
      [-1, 1],
      [0, 2],
      [1, 1],
    ] as const) {
      const x = Math.max(0, 2 * column + dx)
      for (const y of [2 * row, 2 * row + 1]) {
        const at = (y * width + x) * 3
        for (let c = 0; c < 3; c++) sum[c] = sum[c]! + weight * data[at + c]!
      }
    }
    const [r, g, b] = sum.map((value) => value / 8) as [number, number, number]
    const to = row * u.width + column
    u.data[to] = Math.round(128 - 0.100644 * r - 0.338572 * g + 0.439216 * b)
    v.data[to] = Math.round(128 + 0.439216 * r - 0.398942 * g - 0.040274 * b)
  }
}
