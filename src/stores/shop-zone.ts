/** The shop's time zone, which the studio's pages name. Browser only. */
export function shopZone(): string {
  return document.querySelector<HTMLElement>('[data-time-zone]')?.dataset.timeZone ?? 'UTC'
}
