import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tests/support/runs.ts'
import { timingOf, USUAL_RATES } from './timing.ts'

const frames = (starts: number[]) => timingOf(starts.map((start) => ({ start, length: 0 })))

test('uneven frames keep their rate', () => {
  const unevenly = fc.record({
    rate: fc.constantFrom(...USUAL_RATES),
    jitter: fc.array(fc.double({ min: 0, max: 0.7, noNaN: true }), { minLength: 20, maxLength: 200 }),
  })
  fc.assert(
    fc.property(unevenly, ({ rate, jitter }) => {
      const found = frames(jitter.map((late, i) => (i + late) / rate.num)).usualRate()
      expect(found.num).toBeLessThanOrEqual(rate.num)
      expect(found.num).toBeGreaterThanOrEqual(rate.num * 0.96)
    }),
    { numRuns: runs(2_000) },
  )
})

test('a rate is steady on a grid of milliseconds, and unsteady with a missing frame', () => {
  const grid = Array.from({ length: 300 }, (_, i) => Math.round((i * 1001) / 30) / 1000)
  const ntsc = { num: 30000, den: 1001 }
  expect(frames(grid).steadyRate([{ num: 1000, den: 1 }])).toEqual(ntsc)
  expect(frames(grid.toSpliced(100, 1)).steadyRate([ntsc])).toBeUndefined()
})
