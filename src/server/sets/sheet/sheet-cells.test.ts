import { expect, test } from 'vitest'
import { SHEET, sheetCells } from './sheet-cells.ts'

test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i posters fill the sheet and never overlap', (posters) => {
  const cells = sheetCells(posters)
  expect(cells).toHaveLength(posters)
  const area = cells.reduce((sum, { width, height }) => sum + width * height, 0)
  expect(area / (SHEET.width * SHEET.height)).toBeGreaterThan(0.95)
  for (const { left, top, width, height } of cells) {
    expect([left, top, width, height].every(Number.isInteger)).toBe(true)
    expect(left + width).toBeLessThanOrEqual(SHEET.width)
    expect(top + height).toBeLessThanOrEqual(SHEET.height)
  }
  for (const [index, a] of cells.entries())
    for (const b of cells.slice(index + 1)) {
      const apart =
        a.left + a.width <= b.left ||
        b.left + b.width <= a.left ||
        a.top + a.height <= b.top ||
        b.top + b.height <= a.top
      expect(apart).toBe(true)
    }
})

test('posters are six pixels apart, fewer in the upper row, and the last takes the remainder', () => {
  expect(sheetCells(5)).toEqual([
    { left: 0, top: 0, width: 597, height: 312 },
    { left: 603, top: 0, width: 597, height: 312 },
    { left: 0, top: 318, width: 396, height: 312 },
    { left: 402, top: 318, width: 396, height: 312 },
    { left: 804, top: 318, width: 396, height: 312 },
  ])
  expect(sheetCells(2).map(({ left, width, height }) => [left, width, height])).toEqual([
    [0, 597, 630],
    [603, 597, 630],
  ])
  expect(sheetCells(8).map(({ width }) => width)).toEqual([295, 295, 295, 297, 295, 295, 295, 297])
})

test('at most eight are shown, and none without clips', () => {
  expect(sheetCells(200)).toHaveLength(8)
  expect(sheetCells(0)).toEqual([])
})
