import Negotiator from 'negotiator'
import type { Locale } from '#domain/address/locale-path.ts'

/** Of a header; no browser sends half as much. */
const MOST_LETTERS = 500

/** Of our languages the one that an Accept-Language header ranks first; English where it names neither. */
export function preferredLocale(acceptLanguage: string | null): Locale {
  const headers = { 'accept-language': acceptLanguage?.slice(0, MOST_LETTERS) }
  const languages = new Negotiator({ headers }).languages().map((tag) => tag.toLowerCase().split('-', 1)[0])
  return languages.find((language) => language === 'ja' || language === 'en') ?? 'en'
}
