import type { Source } from '#contract/clips/clips.ts'
import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { type Size, watermarkedSize } from '#domain/clips/film-size.ts'

/** The watermarked film of a link preview. */
export interface SharedVideo extends Size {
  film: SitePath
  /** The embed page. */
  player: SitePath
}

export function sharedVideo({ id, media }: Source, locale: Locale): SharedVideo {
  return {
    film: media.watermarked_url as SitePath,
    player: localePath(locale, `/embed/${id}`),
    ...watermarkedSize(media),
  }
}
