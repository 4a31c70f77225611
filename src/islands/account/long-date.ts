import { dateText } from '#domain/dates/date-text.ts'
import { pageLocale } from '#stores/page-locale.ts'

/** Long form of an ISO time in the reader's time zone. */
export function longDate(time: string): string {
  return dateText(pageLocale(), time)
}
