import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BREAKPOINTS, GAP, likelyWidth, rowsAt, TARGET_ROW_HEIGHT } from './justified-rows.ts'
import { sectionCss, sectionHeight, tileWidths, USED_BREAKPOINTS } from './section-css.ts'

const WIDE = { width: 1920, height: 1080, color: '#336699' }
const TALL = { width: 1080, height: 1920, color: '#993333' }
const shape = fc.constantFrom(WIDE, TALL, { width: 1080, height: 1080, color: '#808080' })

test('every tile is in exactly one row and every row is filled', () => {
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(...BREAKPOINTS),
      (tiles, at) => {
        const rows = rowsAt(tiles, at)
        expect(rows.flat()).toHaveLength(tiles.length)
        const sums = rows.map((row) => row.reduce((sum, share) => sum + share, 0))
        if (rows.length > 1) for (const sum of sums) expect(sum).toBeCloseTo(1, 6)
        else expect(sums[0]).toBeLessThan(1.000001)
      },
    ),
  )
})

test('rows of the full container are close to 250 px high', () => {
  const rows = rowsAt(Array(40).fill(WIDE), 900)
  const heights = rows.map((row) => ((likelyWidth(900) - GAP * (row.length - 1)) * (row[0] ?? 0) * 9) / 16)
  for (const height of heights) expect(Math.abs(height - TARGET_ROW_HEIGHT)).toBeLessThan(80)
})

test('a single clip is not enlarged to fill the row', () => {
  expect(rowsAt([WIDE], 900)[0]?.[0]).toBeCloseTo((340 * 16) / 9 / likelyWidth(900), 3)
  expect(rowsAt([WIDE], 220)).toEqual([[1]])
})

test('the style sheet never gives a row more than its width', () => {
  const css = sectionCss([WIDE, TALL, WIDE, WIDE, TALL])
  const shares = [...css.matchAll(/\*([\d.]+)\)/g)].map(([, share]) => Number(share))
  expect(shares.length).toBe(5 * 5)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const rows = [220, 360, 480, 600, 900].flatMap((at) => rowsAt([WIDE, TALL, WIDE, WIDE, TALL], at)).length
  expect(total).toBeLessThanOrEqual(rows)
  expect(total).toBeGreaterThan(rows - 0.001)
})

test('a section is as high as its rows, with any content', () => {
  const tiles = [WIDE, TALL, WIDE, TALL, TALL, WIDE, WIDE]
  const rows = rowsAt(tiles, 600)
  const [, share, pixels] = /calc\(([\d.]+)cqi \+ (-?[\d.]+)px\)/.exec(sectionHeight(tiles, rows)) ?? []
  let heights = GAP * (rows.length - 1)
  let index = 0
  for (const row of rows) {
    const { width, height } = tiles[index]!
    heights += ((700 - GAP * (row.length - 1)) * row[0]! * height) / width
    index += row.length
  }
  expect((Number(share) / 100) * 700 + Number(pixels)).toBeCloseTo(heights, 1)
  expect(tileWidths(rows)).toHaveLength(tiles.length)
})

test('the style sheet changes rows where the browser does', () => {
  const css = readFileSync('src/styles/grid.css', 'utf8')
  const at = [...css.matchAll(/@container \(min-width: (\d+)px\)/g)].map(([, width]) => Number(width))
  expect(at).toEqual(USED_BREAKPOINTS.slice(1))
  for (const index of USED_BREAKPOINTS.keys()) {
    expect(css).toContain(`block-size: var(--height-${index})`)
    expect(css).toContain(`inline-size: var(--width-${index})`)
  }
})

test('the placeholder colour of each tile is in the style sheet', () => {
  expect(sectionCss([WIDE])).toContain('>:nth-child(1){aspect-ratio:1920/1080;--tile:#336699;')
})
