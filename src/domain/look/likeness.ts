import type { Look } from './look.ts'
import { distanceOf, oklabOfHex } from './oklab.ts'

/** How far the layouts of two pictures are apart if they have little in common, in the units of layoutOf(). */
const FAR = 120
/** The same for colours, in OKLab. */
const FAR_COLOURS = 0.25

/** How unlike two clips look: 0 for the same, about 1 if they have little in common. */
export function unlikeness(one: Look, other: Look): number {
  const [layouts, others] = [layoutsIn(one), layoutsIn(other)]
  const apart = layouts.map((layout) => Math.min(...others.map((each) => apartBy(layout, each))))
  const layout = apart.reduce((sum, each) => sum + each, 0) / apart.length
  const colours = (lacking(one, other) + lacking(other, one)) / 2
  return (layout / FAR + colours / FAR_COLOURS) / 2
}

/** Poster, middle and end. */
function layoutsIn({ layout }: Look): number[][] {
  const bytes = [...Int8Array.from(atob(layout), (letter) => letter.charCodeAt(0))]
  const each = bytes.length / 3
  return [0, 1, 2].map((at) => bytes.slice(at * each, (at + 1) * each))
}

const apartBy = (one: number[], other: number[]) => Math.hypot(...one.map((value, at) => value - other[at]!))

/** How far a clip's colours are from the other's nearest ones. */
function lacking({ colours }: Look, other: Look): number {
  const found = other.colours.map(({ hex }) => oklabOfHex(hex))
  const far = ({ hex, share }: Look['colours'][number]) =>
    share * Math.min(...found.map((color) => distanceOf(color, oklabOfHex(hex))))
  return colours.reduce((sum, colour) => sum + far(colour), 0)
}
