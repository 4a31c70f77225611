import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsNear } from './cells.ts'
import { layoutOf } from './layout.ts'
import { layoutsIn } from './likeness.ts'
import { lookOf } from './look.ts'
import { PICTURE, readPicture, writePicture } from './picture.ts'

type Rgb = readonly [number, number, number]

/** A square picture, each pixel by its place from 0 to 1. */
function paint(side: number, colorAt: (x: number, y: number) => Rgb): Uint8Array {
  const frame = new Uint8Array(side ** 2 * 3)
  for (let at = 0; at < side ** 2; at++)
    frame.set(colorAt(((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side), at * 3)
  return frame
}

const hill = (x: number, y: number): Rgb =>
  y > 0.6 - 0.2 * Math.sin(x * 4) ? [60 + 90 * x, 120, 40] : [120, 170 - 60 * y, 230]
const distance = (one: readonly number[], other: Iterable<number>) =>
  Math.hypot(...[...other].map((value, at) => value - one[at]!))

test('a picture in an address is read as the layout that it was written from', () => {
  const layout = layoutOf(paint(64, hill))
  const text = writePicture(layout)
  expect(text).toMatch(PICTURE)
  expect(layoutsIn({ layout: readPicture(text)! })).toEqual([[...layout]])
  expect(lookOf([paint(64, hill)]).layout.slice(0, 26)).toBe(readPicture(text)!.slice(0, 26))
})

test('the size of the picture hardly matters', () => {
  const [small, large] = [layoutOf(paint(64, hill)), layoutOf(paint(256, hill))]
  expect(distance([...small], large)).toBeLessThan(4)
})

test('other texts are no pictures, and each picture has one address', () => {
  const good = writePicture(layoutOf(paint(64, hill)))
  const bad = ['', good.slice(1), `${good}A`, `${good}=`, `${good.slice(0, -1)}B`, `${good}\n`, '../../etc']
  for (const text of bad) expect(readPicture(text)).toBeUndefined()
})

test('whatever stands in an address can be searched', () => {
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(bytes, (some) => {
      const layout = readPicture(Buffer.from(some).toString('base64url'))
      const [values] = layoutsIn({ layout: layout! })
      for (const reach of [0, 1.5]) {
        const cells = cellsNear(values!, reach)
        expect(cells.length).toBeLessThanOrEqual(64)
        for (const cell of cells) expect(cell).toMatch(/^[0-9a-z]{6}$/)
      }
    }),
  )
})
