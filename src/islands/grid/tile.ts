import type { Media, Source } from '#contract/clips.ts'
import type { Locale } from '#i18n/strings.ts'

/** What a tile of the grid shows; small, since hundreds of them travel. */
export interface Tile {
  id: number
  title: string
  width: number
  height: number
  /** Seconds. */
  duration: number
  posterBase: string
  posterWidths: readonly number[]
  thumbnail: string
  preview: string
  previewAv1: string
  color: string
}

/** What a tile is made from: a clip of the catalogue, or of a set. */
export interface TileSource extends Pick<Source, 'id' | 'title' | 'title_ja'> {
  media: Pick<
    Media,
    | 'width'
    | 'height'
    | 'duration'
    | 'poster_base'
    | 'poster_widths'
    | 'thumbnail_url'
    | 'preview_url'
    | 'preview_av1_url'
    | 'dominant_color'
  >
}

/** A clip as a tile, titled in the language; a clip without a Japanese title keeps its English one. */
export function tileOf(source: TileSource, locale: Locale): Tile {
  const { media } = source
  return {
    id: source.id,
    title: (locale === 'ja' && source.title_ja) || source.title,
    width: media.width,
    height: media.height,
    duration: media.duration,
    posterBase: media.poster_base,
    posterWidths: media.poster_widths,
    thumbnail: media.thumbnail_url,
    preview: media.preview_url,
    previewAv1: media.preview_av1_url,
    color: media.dominant_color,
  }
}
