import type { Source } from '#contract/clips.ts'
import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { type Size, watermarkedSize } from '#domain/clips/film-size.ts'

/** A film that link previews can play, the watermarked one. */
export interface SharedVideo extends Size {
  film: SitePath
  /** A page with a player, made to be framed. */
  player: SitePath
}

export function sharedVideo({ id, media }: Source, locale: Locale): SharedVideo {
  return {
    film: media.watermarked_url as SitePath,
    player: localePath(locale, `/embed/${id}`),
    ...watermarkedSize(media),
  }
}
