import { expect, test } from 'vitest'
import { loopOf, seamOf, ssim } from './seam.ts'

/** A wave that has moved `by` pixels. */
const wave = (by: number) => ({
  width: 64,
  data: Uint8Array.from({ length: 64 * 36 }, (_, at) => 128 + 100 * Math.sin(((at % 64) + by) / 5)),
})
const plain = (value: number, pixels = 64 * 36) => ({ width: 64, data: new Uint8Array(pixels).fill(value) })

test('the same picture is as like as can be, and one moved further is less so', () => {
  expect(ssim(wave(0), wave(0))).toBeCloseTo(1, 10)
  const [near, far] = [ssim(wave(0), wave(1)), ssim(wave(0), wave(8))]
  expect(near).toBeLessThan(1)
  expect(far).toBeLessThan(near)
  expect(ssim(plain(0), plain(255))).toBeLessThan(0.01)
})

test('black frames, and frames smaller than a window, are alike', () => {
  expect(ssim(plain(0), plain(0))).toBe(1)
  expect(ssim({ width: 3, data: new Uint8Array(6) }, { width: 3, data: new Uint8Array(6) })).toBe(1)
})

test('a seam is judged beside the ordinary steps of its film', () => {
  expect(loopOf(seamOf(0.7, [0.7, 0.72, 0.68]))).toBe('seamless')
  expect(loopOf(seamOf(0.97, [0.99, 0.99, 0.99]))).toBe('soft')
  expect(loopOf(seamOf(0.7, [0.99, 0.2, 0.99]))).toBe('cut')
})

test('one frame, and two, loop; nothing is said of a film that nobody could measure', () => {
  expect(loopOf(seamOf(1, []))).toBe('seamless')
  expect(loopOf(seamOf(0.3, [0.3]))).toBe('seamless')
  expect([null, -1].map(loopOf)).toEqual([undefined, undefined])
})
