import type { Locale } from '#domain/address/locale-path.ts'

/** No browser names more. */
const MOST_LANGUAGES = 50

/** Of our languages the one that an Accept-Language header ranks first; English where it names neither. */
export function preferredLocale(acceptLanguage: string | null): Locale {
  const wanted = (acceptLanguage ?? '').split(',', MOST_LANGUAGES).map(parse)
  return weightOf('ja', wanted) > weightOf('en', wanted) ? 'ja' : 'en'
}

interface Wanted {
  language: string
  weight: number
}

/** `ja-JP;q=0.8`; where no weight is given it is 1. */
function parse(entry: string): Wanted {
  const [tag = '', ...parameters] = entry
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/)
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { language: tag.split('-', 1)[0]!, weight: Number(weight) || 0 }
}

/** Among equals the one that comes first counts for a little more. */
function weightOf(locale: Locale, wanted: readonly Wanted[]): number {
  const weights = wanted.map(({ language, weight }, at) =>
    language === locale && weight > 0 ? weight - at / 1e6 : 0,
  )
  return Math.max(0, ...weights)
}
