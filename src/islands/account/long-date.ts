import { pageLocale } from '#stores/page-locale.ts'

/** Long form of an ISO time in the reader's time zone. */
export function longDate(time: string): string {
  return new Date(time).toLocaleDateString(pageLocale(), { dateStyle: 'long' })
}
