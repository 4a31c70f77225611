import { escapeHtml } from '#domain/address/escape-html.ts'
import type { Tile } from '../grid/tile.ts'
import { pictureHtml } from '../grid/tile-html.ts'

/**
 * HTML of a set's tile: a link that opens the lightbox, with a permanent title, then the download button. @param
 * download label of the download button
 */
export function setTileHtml(tile: Tile, { download, eager }: { download: string; eager: boolean }): string {
  const av1 = tile.previewAv1 && ` data-preview-av1="${escapeHtml(tile.previewAv1)}"`
  return (
    `<a class="tile" href="#clip-${tile.id}" data-clip="${tile.id}" data-preview="${escapeHtml(tile.preview)}"${av1}>` +
    `${pictureHtml(tile, eager)}<span class="tile-caption"><span class="tile-title">${escapeHtml(tile.title)}</span></span></a>` +
    `<button class="tile-button tile-take" type="button" data-take="${tile.id}" aria-label="${escapeHtml(download)}" ` +
    `title="${escapeHtml(download)}"></button>`
  )
}
