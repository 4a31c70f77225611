import { escapeHtml } from '#domain/address/escape-html.ts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { markRanges } from '#domain/text/mark-ranges.ts'
import type { Tile } from './tile.ts'

/** Width of a tile: the whole window on a phone, a share of the 1168 px container elsewhere. */
const SIZES = '(max-width: 480px) calc(100vw - 32px), (max-width: 900px) 50vw, 444px'

/** Unit of whole seconds, in its short form. */
const SECONDS: Record<Locale, string> = { en: 's', ja: '秒' }

/** Tiles that may be in the first window and load at once. */
export const EAGER_TILES = 5

/**
 * HTML of a tile: a link to the clip, then the like button. Server and browser share this template, so all tiles look
 * the same and none needs React. Likes are shown later, since the server renders for everybody.
 * @param locale of the page
 * @param like label of the like button
 * @param marks words to mark in the title
 */
export function tileHtml(
  tile: Tile,
  {
    locale,
    like,
    eager = false,
    marks = [],
  }: { locale: Locale; like: string; eager?: boolean; marks?: readonly string[] | undefined },
): string {
  const av1 = tile.previewAv1 && ` data-preview-av1="${escapeHtml(tile.previewAv1)}"`
  return (
    `<a class="tile" href="${localePath(locale, `/m/${tile.id}`)}" data-preview="${escapeHtml(tile.preview)}"${av1}>` +
    `${pictureHtml(tile, eager)}<span class="tile-caption"><span class="tile-title">${titleHtml(tile.title, marks)}</span>` +
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

/** Poster of a tile in responsive sizes. */
export function pictureHtml(tile: Tile, eager: boolean): string {
  const avif = tile.posterWidths.map((width) => `${tile.posterBase}/${width}.avif ${width}w`).join(', ')
  const loading = eager ? 'fetchpriority="high"' : 'loading="lazy"'
  return (
    `<picture><source type="image/avif" srcset="${escapeHtml(avif)}" sizes="${SIZES}">` +
    `<img src="${escapeHtml(tile.thumbnail)}" alt="" width="${tile.width}" height="${tile.height}" ${loading} decoding="async">` +
    '</picture>'
  )
}
