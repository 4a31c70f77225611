import type { Look } from './look.ts'
import { distanceOf, oklabOfHex } from './oklab.ts'

/** How far the layouts of two pictures are apart if they have little in common, in the units of layoutOf(). */
const FAR = 150
/** The same for colours, in OKLab. */
const FAR_COLOURS = 0.25

/** Values of a layout, and how many are of lightness. Colours are moved less by cropping, so they weigh double. */
const [VALUES, OF_LIGHTNESS] = [20, 10]

/** How unlike two clips look: 0 for the same, about 1 if they have little in common. */
export function unlikeness(one: Look, other: Look): number {
  const layout = layoutsApart(layoutsIn(one), layoutsIn(other))
  const colours = (lacking(one, other) + lacking(other, one)) / 2
  return (layout / FAR + colours / FAR_COLOURS) / 2
}

/** Poster, middle and end of a clip, or a picture. */
export function layoutsIn({ layout }: Pick<Look, 'layout'>): number[][] {
  const bytes = atob(layout)
  const layouts: number[][] = []
  for (let from = 0; from < bytes.length; from += VALUES) {
    const values: number[] = []
    // Signed bytes. Iterators take ten times as long, and thousands of clips are compared.
    for (let at = from; at < from + VALUES; at++) values.push((bytes.charCodeAt(at) << 24) >> 24)
    layouts.push(values)
  }
  return layouts
}

/** Mean distance from each layout to the nearest of the others. */
export function layoutsApart(layouts: readonly number[][], others: readonly number[][]): number {
  const apart = layouts.map((layout) => Math.min(...others.map((other) => apartBy(layout, other))))
  return apart.reduce((sum, each) => sum + each, 0) / apart.length
}

function apartBy(one: readonly number[], other: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < VALUES; at++) sum += ((one[at]! - other[at]!) * (at < OF_LIGHTNESS ? 1 : 2)) ** 2
  return Math.sqrt(sum)
}

/** How far a clip's colours are from the other's nearest ones. */
function lacking({ colours }: Look, other: Look): number {
  const found = other.colours.map(({ hex }) => oklabOfHex(hex))
  const far = ({ hex, share }: Look['colours'][number]) =>
    share * Math.min(...found.map((color) => distanceOf(color, oklabOfHex(hex))))
  return colours.reduce((sum, colour) => sum + far(colour), 0)
}
