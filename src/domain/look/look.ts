import { type Colour, coloursOf } from './colours.ts'
import { layoutOf } from './layout.ts'

/** Width and height of the frames that a look is taken from, squeezed to a square. */
export const LOOK_SIDE = 64

/** Raise it when the same frames should give another look: a job then takes every clip's anew. */
export const LOOK_VERSION = 3

/** What a clip looks like. */
export interface Look {
  /** At most five, those with most of the picture first. */
  colours: Colour[]
  /** What the colour filter finds it by: bits of SHADES. */
  shades: number
  /** Where light and colours are, of poster, middle and end: base64 of layoutOf() of each. */
  layout: string
}

/** @param frames the poster, then frames of the film in order: RGB of LOOK_SIDE by LOOK_SIDE pixels each */
export function lookOf(frames: readonly Uint8Array[]): Look {
  const [poster, ...film] = frames
  if (!poster) throw new Error('no frame to take a look from')
  const shown = film.length > 0 ? film : [poster]
  const layouts = [poster, shown[Math.floor(shown.length / 2)]!, shown.at(-1)!].map(layoutOf)
  const bytes = layouts.flatMap((layout) => [...new Uint8Array(layout.buffer)])
  return { ...coloursOf(shown), layout: btoa(String.fromCharCode(...bytes)) }
}
