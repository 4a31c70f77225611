import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MIN_SIDE, MIN_STILL_SIDE } from '#server/ingest/limits.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { chooseMotion, ease, LOOP_FRAMES, type Motion, viewAt } from './motion.ts'

const frames = Array.from({ length: LOOP_FRAMES }, (_, frame) => frame)
const hash = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16).padStart(4, '0'))
const side = fc.integer({ min: 64, max: 6000 })

test('the move starts and turns with no speed, and returns the same way', () => {
  expect(ease(0)).toBe(0)
  expect(ease(LOOP_FRAMES / 2)).toBe(1)
  expect(ease(1)).toBeLessThan(0.001)
  for (const frame of frames.slice(1)) expect(ease(frame)).toBeCloseTo(ease(LOOP_FRAMES - frame), 12)
})

test('the frame after the last is the first', () => {
  expect(ease(LOOP_FRAMES)).toBeCloseTo(ease(0), 12)
})

test('the camera never leaves the photograph, and never enlarges it', () => {
  fc.assert(
    fc.property(side, side, hash, (width, height, chance) => {
      const motion = chooseMotion({ width, height }, chance)
      expect(motion.canvas.width).toBeLessThanOrEqual(width * 1.04 + 2)
      for (const frame of frames) expectInside(motion, frame)
    }),
    { numRuns: 60 },
  )
})

function expectInside(motion: Motion, frame: number): void {
  const { x, y, scale } = viewAt(motion, frame)
  const { canvas } = motion
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.001)
  expect(x + motion.frame.width * scale).toBeLessThanOrEqual(canvas.width + 0.001)
  expect(y + motion.frame.height * scale).toBeLessThanOrEqual(canvas.height + 0.001)
}

test('crops of the smallest photographs are large enough for the encoders', () => {
  const length = fc.integer({ min: MIN_STILL_SIDE, max: 300 })
  fc.assert(
    fc.property(length, length, hash, (width, height, chance) => {
      const { frame } = chooseMotion({ width, height }, chance)
      expect(Math.min(frame.width, frame.height)).toBeGreaterThanOrEqual(MIN_SIDE)
    }),
    { numRuns: runs(5_000) },
  )
})

test('frames have even sides, at most 1920 on the long one', () => {
  fc.assert(
    fc.property(side, side, hash, (width, height, chance) => {
      const { frame } = chooseMotion({ width, height }, chance)
      expect([frame.width % 2, frame.height % 2]).toEqual([0, 0])
      expect(Math.max(frame.width, frame.height)).toBeLessThanOrEqual(1920)
    }),
  )
})

test('panoramas pan, portraits tilt and squares zoom', () => {
  const move = ({ from, to }: Motion) => ({
    x: to.x !== from.x,
    y: to.y !== from.y,
    zoom: to.scale !== from.scale,
  })
  for (const chance of ['0000', '0001', '0002', '0003']) {
    expect(move(chooseMotion({ width: 6000, height: 2000 }, chance))).toEqual({
      x: true,
      y: false,
      zoom: false,
    })
    expect(move(chooseMotion({ width: 2000, height: 3000 }, chance))).toEqual({
      x: false,
      y: true,
      zoom: false,
    })
    expect(move(chooseMotion({ width: 2000, height: 2000 }, chance))).toMatchObject({ zoom: true })
  }
})

test('photographs of one shape do not all move alike', () => {
  const moves = ['0000', '0001', '0002', '0003'].map((chance) =>
    chooseMotion({ width: 3000, height: 2000 }, chance),
  )
  expect(new Set(moves.map((motion) => JSON.stringify(motion))).size).toBe(4)
})
