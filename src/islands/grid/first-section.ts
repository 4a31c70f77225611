import { createHash } from 'node:crypto'
import type { ClipList, TileSource } from '#contract/clips.ts'
import type { SearchAnswer } from '#contract/search.ts'
import { type Locale, strings } from '#i18n/strings.ts'
import { sectionCss } from './section-css.ts'
import { type Tile, tileOf } from './tile.ts'
import { placeOf, tileHtml } from './tile-html.ts'

/** The server-rendered part of a grid. */
export interface FirstSection {
  cells: string
  css: string
  /** For the page's content security policy, in Astro's form. */
  cssHash: `sha256-${string}`
  shown: number[]
}

/** @param eager whether the grid is in the first window, so that its first tiles load at once */
export function firstSection(
  list: ClipList<TileSource> & Pick<SearchAnswer, 'marks'>,
  { locale, eager }: { locale: Locale; eager: boolean },
): FirstSection {
  const tiles = list.sources.map((source) => tileOf(source, locale))
  const { like } = strings(locale).likes
  return sectionOf(tiles, (tile, index) =>
    tileHtml(tile, { locale, like, place: eager ? placeOf(index) : 'below', marks: list.marks }),
  )
}

/** A section with tiles of another template. */
export function sectionOf(tiles: readonly Tile[], html: (tile: Tile, index: number) => string): FirstSection {
  const css = sectionCss(tiles)
  return {
    cells: tiles.map((tile, index) => `<li>${html(tile, index)}</li>`).join(''),
    css,
    cssHash: `sha256-${createHash('sha256').update(css).digest('base64')}`,
    shown: tiles.map(({ id }) => id),
  }
}
