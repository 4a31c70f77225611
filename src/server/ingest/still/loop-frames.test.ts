import { expect, test } from 'vitest'
import { frameRenderer } from './loop-frames.ts'
import { chooseMotion, LOOP_FRAMES, type Motion, viewAt } from './motion.ts'
import type { RgbImage } from './yuv.ts'

/** Bright spots on black, wide enough to locate to a hundredth of a pixel. */
function spots(width: number, height: number, centres: [number, number][]): RgbImage {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = centres.reduce(
        (sum, [cx, cy]) => sum + Math.exp(-((x + 0.5 - cx) ** 2 + (y + 0.5 - cy) ** 2) / 50),
        0,
      )
      data.fill(Math.min(255, Math.round(light * 235)), (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
  }
  return { width, height, data }
}

/** Centroid of the light in a region of the luma plane, in pixels from its left or top edge. */
function middle(frame: Uint8Array, motion: Motion, from: number, to: number, axis: 'x' | 'y'): number {
  const { width, height } = motion.frame
  let sum = 0
  let weight = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = axis === 'x' ? x : y
      if (at < from || at >= to) continue
      const light = Math.max(0, (frame[y * width + x] ?? 0) - 20)
      sum += light * (at + 0.5)
      weight += light
    }
  }
  return sum / weight
}

/** Largest change of speed between frames, in pixels. */
function jolt(positions: number[]): number {
  const speed = positions.slice(1).map((position, i) => position - (positions[i] ?? 0))
  return Math.max(...speed.slice(1).map((value, i) => Math.abs(value - (speed[i] ?? 0))))
}

const half = Array.from({ length: LOOP_FRAMES / 2 }, (_, frame) => frame)

test('a pan moves by fractions of a pixel, without stair steps', () => {
  const motion = chooseMotion({ width: 600, height: 200 }, '0000')
  const render = frameRenderer(spots(motion.canvas.width, motion.canvas.height, [[300, 100]]), motion)
  const positions = half.map((frame) => middle(render(frame), motion, 0, motion.frame.width, 'x'))
  positions.forEach((position, frame) => {
    expect(position).toBeCloseTo(300 - viewAt(motion, frame).x, 1)
  })
  expect(jolt(positions)).toBeLessThan(0.08)
})

test('a tilt moves by fractions of a pixel, without stair steps', () => {
  const motion = chooseMotion({ width: 200, height: 420 }, '0000')
  const render = frameRenderer(spots(motion.canvas.width, motion.canvas.height, [[100, 210]]), motion)
  const positions = half.map((frame) => middle(render(frame), motion, 0, motion.frame.height, 'y'))
  expect(jolt(positions)).toBeLessThan(0.08)
})

test('a zoom grows steadily: two spots separate without stair steps', () => {
  const motion = chooseMotion({ width: 320, height: 320 }, '0000')
  const { canvas, frame } = motion
  const light = spots(canvas.width, canvas.height, [
    [80, canvas.height / 2],
    [canvas.width - 80, canvas.height / 2],
  ])
  const render = frameRenderer(light, motion)
  const found = half.map((index) => {
    const bytes = render(index)
    const left = middle(bytes, motion, 0, frame.width / 2, 'x')
    return { left, apart: middle(bytes, motion, frame.width / 2, frame.width, 'x') - left }
  })
  const apart = found.map((spot) => spot.apart)
  expect(Math.abs((apart.at(-1) ?? 0) - (apart[0] ?? 0))).toBeGreaterThan(10)
  expect(jolt(apart)).toBeLessThan(0.08)
  expect(jolt(found.map((spot) => spot.left))).toBeLessThan(0.08)
})

test('a flat photograph stays exactly flat, edges included', () => {
  const motion = chooseMotion({ width: 300, height: 200 }, '0000')
  const { width, height } = motion.canvas
  const grey = { width, height, data: new Uint8Array(width * height * 3).fill(128) }
  const frame = frameRenderer(grey, motion)(17)
  const luma = frame.subarray(0, motion.frame.width * motion.frame.height)
  expect(new Set(luma)).toEqual(new Set([126]))
  expect(new Set(frame.subarray(luma.length))).toEqual(new Set([128]))
})
