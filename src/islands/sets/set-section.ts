import type { SetSource } from '#contract/sets.ts'
import { escapeHtml } from '#domain/address/escape-html.ts'
import { setsTexts } from '#i18n/sets/texts.ts'
import type { Locale } from '#i18n/strings.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'
import { type FirstSection, sectionOf } from '../grid/first-section.ts'
import { type Tile, tileOf } from '../grid/tile.ts'
import { type Place, pictureHtml, placeOf } from '../grid/tile-html.ts'

/** The server-rendered grid of a set: all clips, since a set has at most two hundred. */
export function setSection(sources: readonly SetSource[], locale: Locale): FirstSection {
  const { download } = setsTexts(locale)
  const tiles = sources.map((source) => tileOf(source, locale))
  return sectionOf(tiles, (tile, index) =>
    setTileHtml(tile, { download: download(tile.title), place: placeOf(index) }),
  )
}

export function setClipOf({ id, title, title_ja, media, file_name }: SetSource, locale: Locale): SetClip {
  const posterWidth = media.poster_widths.at(-1) ?? media.width
  return {
    id,
    title: (locale === 'ja' && title_ja) || title,
    file_name,
    cloudpath: media.cloudpath,
    byte_size: media.byte_size,
    video_url: media.video_url,
    watermarked_url: media.watermarked_url,
    poster: `${media.poster_base}/${posterWidth}.webp`,
    posterWidth,
    width: media.width,
  }
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
