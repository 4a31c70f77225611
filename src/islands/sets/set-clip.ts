import type { SetSource } from '#contract/sets/sets.ts'
import type { Locale } from '#i18n/strings.ts'
import type { SetClip } from '#stores/sets/set-clips.ts'

/** What the islands of a set know of a clip. */
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

/** Bytes per second that the encoder of watermarked films allows. */
const MOST_OF_A_COMP = 5_000_000 / 8

/** A clip whose comp is taken. How much that weighs only the server knows: this is the most. */
export function compOf(source: SetSource, locale: Locale): SetClip {
  const { byte_size, duration } = source.media
  return {
    ...setClipOf(source, locale),
    byte_size: Math.min(byte_size, Math.ceil(duration * MOST_OF_A_COMP)),
  }
}
