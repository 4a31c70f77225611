/** One plane of samples, rows without gaps. */
export interface Plane {
  width: number
  height: number
  data: Uint8Array
}

/** Output sample `i` is taken at input position `step * i + start`, in sample centres. */
export interface Axis {
  step: number
  start: number
}

/** Four neighbours and their weights (sum 256) for each output sample of an axis. */
interface Taps {
  first: Int32Array
  weights: Int16Array
  /** Set if every position falls on a sample, as on the axis at rest: copy from here. */
  copyFrom: number | undefined
}

const UNIT = 256

/** Writes a view of `source` into `target` by Catmull-Rom, since crops at whole pixels would jitter. */
export function resample(source: Plane, target: Plane, x: Axis, y: Axis, rows: Int16Array): void {
  const across = taps(target.width, source.width, x)
  const down = taps(target.height, source.height, y)
  const top = down.first[0] ?? 0
  const bottom = (down.first[target.height - 1] ?? 0) + 3
  horizontally({ source, across, width: target.width, top, bottom, rows })
  vertically(rows, target, down, top)
}

/** Scratch space for `resample`: a row per input row, as wide as the output. */
export function scratchRows(source: Plane, target: Plane): Int16Array {
  return new Int16Array(source.height * target.width)
}

interface HorizontalPass {
  source: Plane
  across: Taps
  width: number
  top: number
  bottom: number
  rows: Int16Array
}

/** Results keep 5 extra bits, so that only the second pass rounds. */
function horizontally({ source, across, width, top, bottom, rows }: HorizontalPass): void {
  const { data } = source
  const { first, weights, copyFrom } = across
  for (let row = top; row <= bottom; row++) {
    const from = row * source.width
    const to = (row - top) * width
    if (copyFrom !== undefined) {
      for (let i = 0; i < width; i++) rows[to + i] = data[from + copyFrom + i]! << 5
      continue
    }
    for (let i = 0; i < width; i++) {
      const at = from + first[i]!
      const w = i << 2
      rows[to + i] =
        (data[at]! * weights[w]! +
          data[at + 1]! * weights[w + 1]! +
          data[at + 2]! * weights[w + 2]! +
          data[at + 3]! * weights[w + 3]!) >>
        3
    }
  }
}

function vertically(rows: Int16Array, target: Plane, down: Taps, top: number): void {
  const { width, height, data } = target
  for (let row = 0; row < height; row++) {
    const a = (down.first[row]! - top) * width
    const b = a + width
    const c = b + width
    const d = c + width
    const w = row << 2
    const to = row * width
    if (down.copyFrom !== undefined) {
      const at = (down.copyFrom + row - top) * width
      for (let i = 0; i < width; i++) data[to + i] = clamped((rows[at + i]! + 16) >> 5)
      continue
    }
    const [wa, wb, wc, wd] = [
      down.weights[w]!,
      down.weights[w + 1]!,
      down.weights[w + 2]!,
      down.weights[w + 3]!,
    ]
    for (let i = 0; i < width; i++) {
      const sum = (rows[a + i]! * wa + rows[b + i]! * wb + rows[c + i]! * wc + rows[d + i]! * wd + 4096) >> 13
      data[to + i] = clamped(sum)
    }
  }
}

const clamped = (value: number) => (value < 0 ? 0 : Math.min(value, 255))

function taps(count: number, size: number, { step, start }: Axis): Taps {
  const first = new Int32Array(count)
  const weights = new Int16Array(count * 4)
  for (let i = 0; i < count; i++) {
    const position = Math.min(Math.max(step * i + start, 0), size - 1)
    const left = Math.floor(position)
    const base = Math.min(Math.max(left - 1, 0), size - 4)
    first[i] = base
    spread(weights.subarray(i * 4, i * 4 + 4), catmullRom(position - left), left - 1 - base)
  }
  const isCopy = step === 1 && Number.isInteger(start) && start >= 0 && start + count <= size
  return { first, weights, copyFrom: isCopy ? start : undefined }
}

/** At the edges the window shifts inwards and the outer weights fall on the edge sample. */
function spread(into: Int16Array, weights: number[], shift: number): void {
  weights.forEach((weight, k) => {
    const at = Math.min(Math.max(k + shift, 0), 3)
    into[at] = into[at]! + weight
  })
}

/** Keys' cubic convolution with a = -1/2, in 1/256; the second weight takes the rounding, which keeps flat areas flat. */
function catmullRom(t: number): number[] {
  const w0 = Math.round(UNIT * (((-t + 2) * t - 1) * t * 0.5))
  const w2 = Math.round(UNIT * (((-3 * t + 4) * t + 1) * t * 0.5))
  const w3 = Math.round(UNIT * ((t - 1) * t * t * 0.5))
  return [w0, UNIT - w0 - w2 - w3, w2, w3]
}
