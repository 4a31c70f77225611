import { type Locale, strings } from '#i18n/strings.ts'

/** What a page's grids know beside their clips, in one value that all islands pass on whole. */
export interface GridLook {
  locale: Locale
  /** Label of a tile's heart. */
  like: string
}

/** Settings that tiles follow are read here, from `deps.site`. */
export function gridLook({ locale }: App.Locals): GridLook {
  return { locale, like: strings(locale).likes.like }
}

export interface ClipGridTexts {
  loading: string
  loadingMore: string
  more: string
  end: string
  failed: string
  retry: string
  likeFailed: string
}

export function gridTexts({ locale }: App.Locals): ClipGridTexts {
  const { grid, likes } = strings(locale)
  const { loading, loadingMore, more, end, failed, retry } = grid
  return { loading, loadingMore, more, end, failed, retry, likeFailed: likes.failed }
}
