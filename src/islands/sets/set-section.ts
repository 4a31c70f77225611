import type { SetSource } from '#contract/sets/sets.ts'
import { escapeHtml } from '#domain/address/escape-html.ts'
import { setsTexts } from '#i18n/sets/texts.ts'
import { type FirstSection, sectionOf } from '../grid/first-section.ts'
import { type Tile, tileOf } from '../grid/tile.ts'
import { type Place, pictureHtml, placeOf } from '../grid/tile-html.ts'

/** The server-rendered grid of a set: all clips, since a set has at most two hundred. */
export function setSection(sources: readonly SetSource[], { locale }: App.Locals): FirstSection {
  const { download } = setsTexts(locale)
  const tiles = sources.map((source) => tileOf(source, locale))
  return sectionOf(tiles, (tile, index) =>
    setTileHtml(tile, { download: download(tile.title), place: placeOf(index) }),
  )
}

/** A set's tile: a link that opens the lightbox, a permanent title, the download button. @param download its label */
function setTileHtml(tile: Tile, { download, place }: { download: string; place: Place }): string {
  const av1 = tile.previewAv1 && ` data-preview-av1="${escapeHtml(tile.previewAv1)}"`
  return (
    `<a class="tile" href="#clip-${tile.id}" data-clip="${tile.id}" data-preview="${escapeHtml(tile.preview)}"${av1}>` +
    `${pictureHtml(tile, place)}<span class="tile-caption"><span class="tile-title">${escapeHtml(tile.title)}</span></span></a>` +
    `<button class="tile-button tile-take" type="button" data-take="${tile.id}" aria-label="${escapeHtml(download)}" ` +
    `title="${escapeHtml(download)}"></button>`
  )
}
