import Negotiator from 'negotiator'
import type { Locale } from '#domain/address/locale-path.ts'

/** Characters of the header that are read; browsers send fewer. */
const LONGEST_HEADER = 500

/** Our language that Accept-Language ranks first; English if it names neither. */
export function preferredLocale(acceptLanguage: string | null): Locale {
  const headers = { 'accept-language': acceptLanguage?.slice(0, LONGEST_HEADER) }
  const languages = new Negotiator({ headers }).languages().map((tag) => tag.toLowerCase().split('-', 1)[0])
  return languages.find((language) => language === 'ja' || language === 'en') ?? 'en'
}
