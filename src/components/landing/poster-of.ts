import type { Source } from '#contract/clips.ts'
import type { Locale } from '#i18n/strings.ts'
import type { Poster } from '#islands/signup/poster.ts'

export function posterOf({ media }: Source): Poster {
  return { base: media.poster_base, widths: media.poster_widths, width: media.width, height: media.height }
}

/** In the page's language; without a Japanese title, the English one. */
export function titleOf(source: Source, locale: Locale): string {
  return (locale === 'ja' && source.title_ja) || source.title
}
