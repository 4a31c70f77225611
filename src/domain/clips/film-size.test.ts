import { expect, test } from 'vitest'
import { frameTimes, lastStart } from '../studio/uploads/film-frames.ts'
import { fullSize, scaled, watermarkedSize, within } from './film-size.ts'

test('films shrink to their bounds, are even, and never grow', () => {
  expect(fullSize({ width: 3840, height: 2160 })).toEqual({ width: 1920, height: 1080 })
  expect(fullSize({ width: 1081, height: 641 })).toEqual({ width: 1080, height: 640 })
  expect(watermarkedSize({ width: 2160, height: 3840 })).toEqual({ width: 720, height: 1280 })
  expect(watermarkedSize({ width: 640, height: 360 })).toEqual({ width: 640, height: 360 })
  expect(watermarkedSize({ width: 1920, height: 804 })).toEqual({ width: 1600, height: 670 })
  expect(watermarkedSize({ width: 1920, height: 1200 })).toEqual({ width: 1152, height: 720 })
  // 960 to 641 has no smaller even size.
  expect(watermarkedSize({ width: 1920, height: 1282 })).toEqual({ width: 1078, height: 720 })
  expect(watermarkedSize({ width: 852, height: 478 })).toEqual({ width: 852, height: 478 })
  expect(scaled({ width: 100, height: 3 }, 0.1)).toEqual({ width: 10, height: 2 })
})

test('a size fits within bounds at the same ratio, and is at least one pixel', () => {
  expect(within({ width: 400, height: 200 }, { width: 100 })).toEqual({ width: 100, height: 50 })
  expect(within({ width: 400, height: 200 }, { height: 50 })).toEqual({ width: 100, height: 50 })
  expect(within({ width: 400, height: 200 }, { width: 800, height: 800 })).toEqual({
    width: 400,
    height: 200,
  })
  expect(within({ width: 4000, height: 1 }, { width: 10 })).toEqual({ width: 10, height: 1 })
  expect(within({ width: 1, height: 4000 }, { height: 10 })).toEqual({ width: 1, height: 10 })
})

test('the strip of a film of 12 seconds shows the middle of each second', () => {
  expect(frameTimes(12)).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5])
  expect(frameTimes(1)[0]).toBe(0.04)
  expect([lastStart(3), lastStart(3.05), lastStart(0.05)]).toEqual([2.9, 2.9, 0])
})
