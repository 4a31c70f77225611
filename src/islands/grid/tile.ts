import type { TileSource } from '#contract/clips/clips.ts'
import type { Locale } from '#i18n/strings.ts'

/** The fields of a tile; kept small, since pages carry hundreds of them. */
export interface Tile {
  id: number
  title: string
  width: number
  height: number
  /** In seconds. */
  duration: number
  posterBase: string
  posterWidths: readonly number[]
  thumbnail: string
  preview: string
  previewAv1: string
  color: string
}

/** A clip as a tile with its title in the language; without a Japanese title, the English one. */
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
