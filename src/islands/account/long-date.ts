/** Long form of an ISO time in the reader's time zone. */
export function longDate(time: string, locale: string): string {
  return new Date(time).toLocaleDateString(locale, { dateStyle: 'long' })
}
