import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOOK_SIDE, lookOf } from './look.ts'
import { bitsOf, COLOUR, COLOUR_NAMES, SHADES, shadesIn, shadesOf, swatchOf } from './shades.ts'

type Rgb = [number, number, number]

/** A frame in stripes from left to right, of equal width. */
function stripes(...colours: Rgb[]): Uint8Array {
  const frame = new Uint8Array(LOOK_SIDE ** 2 * 3)
  for (let at = 0; at < LOOK_SIDE ** 2; at++)
    frame.set(colours[Math.floor(((at % LOOK_SIDE) * colours.length) / LOOK_SIDE)]!, at * 3)
  return frame
}

const namesOf = (frame: Uint8Array) => [
  ...new Set(shadesIn(lookOf([frame]).shades).map((at) => SHADES[at]!.name)),
]

const BLUE: Rgb = [40, 110, 210]
const ORANGE: Rgb = [240, 130, 30]
const GREY: Rgb = [130, 130, 130]
const BLACK: Rgb = [8, 8, 8]

test('a plain picture has one colour', () => {
  expect(lookOf([stripes(BLUE)]).colours).toEqual([{ hex: '296bd6', share: 1 }])
  expect(namesOf(stripes(BLUE))).toEqual(['blue'])
  expect(namesOf(stripes(BLACK))).toEqual(['black'])
})

test('colours come with their shares, those with most of the picture first', () => {
  const { colours } = lookOf([stripes(GREY, GREY, ORANGE, BLUE)])
  expect(colours.map(({ share }) => share)).toEqual([0.5, 0.25, 0.25])
  expect(colours[0]!.hex).toMatch(/^(..)\1\1$/)
})

test('a vivid colour is found before wide grey, and at most three are', () => {
  const white: Rgb = [250, 250, 250]
  const rest: Rgb[] = [BLACK, BLACK, white, white, GREY, GREY, GREY]
  expect(namesOf(stripes([210, 40, 40], ...rest))).toContain('red')
  expect(namesOf(stripes([210, 40, 40], BLUE, ORANGE, ...rest))).toHaveLength(3)
})

test('a picture of many colours with little of each is still found', () => {
  const few = Array.from(
    { length: 64 },
    (_, n): Rgb => (n % 32 === 0 ? BLUE : n % 3 === 0 ? GREY : n % 3 === 1 ? BLACK : [250, 250, 250]),
  )
  expect(namesOf(stripes(...few)).length).toBeGreaterThan(0)
})

test('grey is found if it is a good part of the picture', () => {
  expect(namesOf(stripes(GREY, BLUE, BLUE, BLUE))).toEqual(['blue'])
  expect(namesOf(stripes(GREY, GREY, BLUE, BLUE))).toEqual(['blue', 'grey'])
})

test('a little of another colour beside a vivid one is not found', () => {
  const brown: Rgb = [123, 75, 37]
  expect(namesOf(stripes(...Array.from({ length: 19 }, () => [61, 155, 65] as Rgb), brown))).toEqual([
    'green',
  ])
  expect(namesOf(stripes([61, 155, 65], [61, 155, 65], brown))).toContain('brown')
})

test('a speck is not found', () => {
  const frame = stripes(GREY)
  frame.set([210, 40, 40, 210, 40, 40])
  expect(namesOf(frame)).toEqual(['grey'])
})

test('colours are those of the film, layouts those of poster, middle and end', () => {
  const [poster, film] = [stripes(ORANGE), stripes(BLUE)]
  const { shades, layout } = lookOf([poster, film, film, film])
  expect(shadesIn(shades).map((at) => SHADES[at]!.name)).toEqual(['blue'])
  const bytes = atob(layout)
  expect(bytes.length).toBeLessThanOrEqual(64)
  expect(bytes.slice(0, 20)).not.toBe(bytes.slice(20, 40))
  expect(bytes.slice(20, 40)).toBe(bytes.slice(40))
})

test('a layout tells left from right and top from bottom', () => {
  const mirrored = lookOf([stripes(BLUE, ORANGE)]).layout
  expect(lookOf([stripes(ORANGE, BLUE)]).layout).not.toBe(mirrored)
})

test('every swatch is found by its own name, and by nothing else', () => {
  for (const name of COLOUR_NAMES) {
    const code = Number.parseInt(swatchOf(name)!, 16)
    expect(namesOf(stripes([code >> 16, (code >> 8) & 255, code & 255]))).toEqual([name])
    expect(shadesOf(swatchOf(name)!).map((at) => SHADES[at]!.name)).toContain(name)
  }
})

test('any colour has shades, and shades fit a number exactly', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((code) => code.toString(16).padStart(6, '0'))
  fc.assert(
    fc.property(hex, (colour) => {
      const shades = shadesOf(colour)
      expect(shades.length).toBeGreaterThan(0)
      expect(shadesIn(bitsOf(shades))).toEqual(shades)
      expect(shadesOf(`#${colour.toUpperCase()}`)).toEqual(shades)
    }),
  )
  expect(Number.isSafeInteger(bitsOf(SHADES.map((_, at) => at)))).toBe(true)
  for (const bad of ['', 'mauve', '12345', '1234567', 'gggggg', 'red;', '#red', 'red\n'])
    expect(bad).not.toMatch(COLOUR)
})
