import { createHash } from 'node:crypto'
import type { ClipList, TileSource } from '#contract/clips/clips.ts'
import type { SearchAnswer } from '#contract/clips/search.ts'
import { escapeHtml } from '#domain/address/escape-html.ts'
import { strings } from '#i18n/strings.ts'
import { gridLook } from './grid-look.ts'
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

/**
 * Each group of close clips has a heading, and begins a row.
 * @param eager whether the grid is in the first window, so that its first tiles load at once
 */
export function firstSection(
  list: ClipList<TileSource> & Pick<SearchAnswer, 'marks' | 'close'>,
  locals: App.Locals,
  { eager }: { eager: boolean },
): FirstSection {
  const look = gridLook(locals)
  const tiles = list.sources.map((source) => tileOf(source, look.locale))
  const { search } = strings(look.locale)
  const headings = (list.close ?? []).map(({ offset, missing }) => ({
    at: offset - list.offset,
    text: search.closeWithout(...missing),
  }))
  return sectionOf(
    tiles,
    (tile, index) => tileHtml(tile, look, { place: eager ? placeOf(index) : 'below', marks: list.marks }),
    headings.filter(({ at }) => at >= 0 && at < tiles.length),
  )
}

/** A section with tiles of another template, and headings before some of them. */
export function sectionOf(
  tiles: readonly Tile[],
  html: (tile: Tile, index: number) => string,
  headings: readonly { at: number; text: string }[] = [],
): FirstSection {
  const cells = tiles.map((tile, index) => `<li>${html(tile, index)}</li>`)
  for (const { at, text } of headings)
    cells[at] = `<li class="grid-heading"><h2>${escapeHtml(text)}</h2></li>${cells[at]}`
  const css = sectionCss(
    tiles,
    headings.map(({ at }) => at),
  )
  return {
    cells: cells.join(''),
    css,
    cssHash: `sha256-${createHash('sha256').update(css).digest('base64')}`,
    shown: tiles.map(({ id }) => id),
  }
}
