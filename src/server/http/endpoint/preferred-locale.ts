import Negotiator from 'negotiator'
import type { Locale } from '#domain/address/locale-path.ts'

/** Characters of the header that are read; browsers send fewer. */
const LONGEST_HEADER = 500

/** The one of our languages that Accept-Language ranks first; English where it names neither. */
export function preferredLocale(acceptLanguage: string | null): Locale {
  const headers = { 'accept-language': acceptLanguage?.slice(0, LONGEST_HEADER) }
  const languages = new Negotiator({ headers }).languages().map((tag) => tag.toLowerCase().split('-', 1)[0])
  return languages.find((language) => language === 'ja' || language === 'en') ?? 'en'
}
