import { distanceOf, type Oklab, oklabOfHex } from './oklab.ts'

/** The colours of the filter, in the order of menus, each as shades: the first is its swatch. */
const PALETTE = {
  red: ['d32b2b', '8f1d1d', 'b5554c'],
  orange: ['f07f1c', 'c4641c', 'f0a868'],
  yellow: ['f2cb2e', 'c2a02a', 'f2e3a0'],
  green: ['3d9b41', '1f4f2a', '8dbb62', '6c8560', '56682c'],
  teal: ['1f9f9b', '145a5c', '86c9c6'],
  blue: ['2c6fd1', '183b7c', '7fb0e6', '587492', '14233f', 'a9c3dc'],
  purple: ['7d45b8', '43245f', 'b59ad6', '6d5c86'],
  pink: ['e6599b', 'f3bccd', 'b5416f', 'c99aa6', 'efdadd'],
  brown: ['7b4b25', '432a18', 'a67c52', '7d6450', 'c8ab8b'],
  black: ['101010', '242426'],
  grey: ['858585', '5c5d5e', 'adadad', '404142'],
  white: ['f6f6f6', 'dadada'],
} as const

export type ColourName = keyof typeof PALETTE
export const COLOUR_NAMES = Object.keys(PALETTE) as ColourName[]

/** Six hexadecimal digits of a colour's swatch; undefined for another name. */
export const swatchOf = (name: string): string | undefined => PALETTE[name as ColourName]?.[0]

interface Shade {
  name: ColourName
  color: Oklab
}

/** Every shade; a clip's are bits in a number, in this order. */
export const SHADES: readonly Shade[] = COLOUR_NAMES.flatMap((name) =>
  PALETTE[name].map((hex) => ({ name, color: oklabOfHex(hex) })),
)

/** Index of the nearest shade. */
export function shadeOf(color: Oklab): number {
  let [best, nearest] = [0, Number.POSITIVE_INFINITY]
  for (const [at, shade] of SHADES.entries()) {
    const distance = distanceOf(shade.color, color)
    if (distance < nearest) [best, nearest] = [at, distance]
  }
  return best
}

/** A name, or any colour as six hexadecimal digits, perhaps with a # before them as browsers send it. */
export const COLOUR = new RegExp(`^(?:${COLOUR_NAMES.join('|')}|#?[0-9a-fA-F]{6})$`)

/** What fits COLOUR, as it is in addresses. */
export const plainColour = (colour: string) => colour.replace('#', '').toLowerCase()

/** How far a shade may be from a colour to be found by it, unless it is the nearest. */
const NEAR = 0.08

/** The shades that clips of a colour have, by index. */
export function shadesOf(colour: string): number[] {
  const named = SHADES.flatMap(({ name }, at) => (name === colour ? [at] : []))
  if (named.length > 0) return named
  const wanted = oklabOfHex(plainColour(colour))
  const nearest = shadeOf(wanted)
  return SHADES.flatMap(({ color }, at) => (at === nearest || distanceOf(color, wanted) < NEAR ? [at] : []))
}

/** Shades as the bits of a number. */
export const bitsOf = (shades: readonly number[]) => shades.reduce((sum, at) => sum + 2 ** at, 0)

/** The shades in such a number. */
export function shadesIn(bits: number): number[] {
  const shades: number[] = []
  for (let [at, left] = [0, bits]; left > 0; at++, left = Math.floor(left / 2))
    if (left % 2 === 1) shades.push(at)
  return shades
}
