import type { SetSource } from '#contract/sets.ts'
import { setsTexts } from '#i18n/sets-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'
import { type FirstSection, sectionOf } from '../grid/first-section.ts'
import { tileOf } from '../grid/tile.ts'
import { EAGER_TILES } from '../grid/tile-html.ts'
import { setTileHtml } from './set-tile-html.ts'

/** The server-rendered grid of a set: all clips, since a set has at most two hundred. */
export function setSection(sources: readonly SetSource[], locale: Locale): FirstSection {
  const { download } = setsTexts(locale)
  const tiles = sources.map((source) => tileOf(source, locale))
  return sectionOf(tiles, (tile, index) =>
    setTileHtml(tile, { download: download(tile.title), eager: index < EAGER_TILES }),
  )
}

/** A clip for the islands of a set's page. */
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
