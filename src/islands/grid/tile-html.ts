import { escapeHtml } from '#domain/address/escape-html.ts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { markRanges } from '#domain/text/mark-ranges.ts'
import type { GridLook } from './grid-look.ts'
import type { Tile } from './tile.ts'

/**
 * Width of a tile: a share of the 1168 px container. On a phone it is the whole window, but this says less: phones have
 * more pixels than the eye can tell apart, and the next larger posters have twice the bytes.
 */
const SIZES = '(max-width: 480px) 80vw, (max-width: 900px) 50vw, 444px'

/** Unit of whole seconds, in its short form. */
const SECONDS: Record<Locale, string> = { en: 's', ja: '秒' }

/** Where a tile is: the first of the page, in the first window, or maybe below it. */
export type Place = 'first' | 'early' | 'below'

const LOADING: Record<Place, string> = { first: 'fetchpriority="high"', early: '', below: 'loading="lazy"' }

/** Tiles that may be in the first window and load at once. */
const EARLY_TILES = 5

/** For a grid in the first window. */
export function placeOf(index: number): Place {
  if (index === 0) return 'first'
  return index < EARLY_TILES ? 'early' : 'below'
}

/**
 * HTML of a tile: a link to the clip, then the like button. Server and browser share this template, so all tiles look
 * the same and none needs React. Likes are shown later, since the server renders for everybody.
 * @param marks words to mark in the title
 */
export function tileHtml(
  tile: Tile,
  { locale, like }: GridLook,
  { place = 'below', marks = [] }: { place?: Place; marks?: readonly string[] | undefined } = {},
): string {
  const av1 = tile.previewAv1 && ` data-preview-av1="${escapeHtml(tile.previewAv1)}"`
  return (
    `<a class="tile" href="${localePath(locale, `/m/${tile.id}`)}" data-preview="${escapeHtml(tile.preview)}"${av1}>` +
    `${pictureHtml(tile, place)}<span class="tile-caption"><span class="tile-title">${titleHtml(tile.title, marks)}</span>` +
    `<span class="tile-length" aria-hidden="true">${Math.round(tile.duration)}${SECONDS[locale]}</span></span></a>` +
    `<button class="tile-like" type="button" data-like="${tile.id}" aria-pressed="false" ` +
    `aria-label="${escapeHtml(`${like}: ${tile.title}`)}"></button>`
  )
}

function titleHtml(title: string, marks: readonly string[]): string {
  if (marks.length === 0) return escapeHtml(title)
  return markRanges(title, marks)
    .map(({ text, marked }) => (marked ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text)))
    .join('')
}

/**
 * Poster of a tile in responsive sizes. Only the first loads before scripts and fonts: on a phone it is the largest
 * paint, and others would compete for the network.
 */
export function pictureHtml(tile: Tile, place: Place): string {
  const avif = tile.posterWidths.map((width) => `${tile.posterBase}/${width}.avif ${width}w`).join(', ')
  return (
    `<picture><source type="image/avif" srcset="${escapeHtml(avif)}" sizes="${SIZES}">` +
    `<img src="${escapeHtml(tile.thumbnail)}" alt="" width="${tile.width}" height="${tile.height}" ${LOADING[place]} decoding="async">` +
    '</picture>'
  )
}
