import { LOOK_VERSION, type Look } from '#domain/look/look.ts'
import { oklabOfHex } from '#domain/look/oklab.ts'
import { writePicture } from '#domain/look/picture.ts'
import { bitsOf, shadeOf } from '#domain/look/shades.ts'
import { chance } from './chance.ts'

/** How far the values of a layout are spread over the demo library, and how far cropping and compressing move them. */
const SPREAD = [16, 8, 15, 12, 5, 8, 4, 4, 3, 7, 10, 1, 3, 2, 1, 12, 2, 4, 3, 1]
const MOVED = [
  1.6, 2.9, 4.2, 2.9, 1.6, 2.1, 2.2, 1.5, 1.3, 2.5, 0.6, 0.6, 0.7, 0.7, 0.4, 0.9, 0.7, 1.2, 1.1, 0.6,
]
const LIGHTNESS = 60
const SHARES = [0.4, 0.25, 0.15, 0.12, 0.08]

/** A generated clip's look, the same each time. */
function lookOf(id: number): Look {
  const next = chance(id * 69_621)
  const base = SPREAD.map((spread, at) => (at === 0 ? LIGHTNESS : 0) + spread * bell(next))
  const layouts = [0, 1, 2].flatMap(() =>
    base.map((value, at) => byte(value + 0.3 * SPREAD[at]! * bell(next))),
  )
  const colours = SHARES.map((share) => {
    const grey = 20 + 215 * next()
    const channels = [0, 1, 2].map(() => Math.max(0, Math.min(255, Math.round(grey + 45 * bell(next)))))
    return { hex: Buffer.from(channels).toString('hex'), share }
  })
  const shades = bitsOf([...new Set(colours.slice(0, 3).map(({ hex }) => shadeOf(oklabOfHex(hex))))])
  return { colours, shades, layout: Buffer.from(layouts).toString('base64') }
}

/** The look of a generated clip, as a row. */
export function clipLook(source_id: number) {
  const { colours, ...look } = lookOf(source_id)
  return {
    source_id,
    poster_base: `/media/poster/clip-${source_id}`,
    version: LOOK_VERSION,
    ...look,
    colours: JSON.stringify(colours),
  }
}

/** A screenshot of a generated clip, as writePicture() gives it. */
export function screenshotOf(id: number): string {
  const next = chance(id)
  const { layout } = lookOf(id)
  const middle = new Int8Array(Buffer.from(layout, 'base64')).slice(SPREAD.length, 2 * SPREAD.length)
  const moved = middle.map((value, at) => byte(value + MOVED[at]! * bell(next)))
  return writePicture(moved)
}

/** Around 0, two thirds within 1. */
const bell = (next: () => number) => (next() + next() + next() + next() - 2) * Math.sqrt(3)
const byte = (value: number) => Math.max(-127, Math.min(127, Math.round(value)))
