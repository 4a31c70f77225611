import type { Source } from '#contract/clips/clips.ts'
import type { Locale } from '#i18n/strings.ts'

export interface Poster {
  /** Path without width and extension. */
  base: string
  widths: readonly number[]
  width: number
  height: number
}

/** All widths of one format, for `srcset`. */
export function srcSet({ base, widths }: Poster, form: 'avif' | 'webp'): string {
  return widths.map((width) => `${base}/${width}.${form} ${width}w`).join(', ')
}

export function posterOf({ media }: Source): Poster {
  return { base: media.poster_base, widths: media.poster_widths, width: media.width, height: media.height }
}

/** In the page's language; without a Japanese title, the English one. */
export function titleOf(source: Source, locale: Locale): string {
  return (locale === 'ja' && source.title_ja) || source.title
}
