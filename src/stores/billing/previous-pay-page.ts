import { withoutLocale } from '#domain/address/locale-path.ts'
import { localizedLink } from '#stores/page-locale.ts'

const KEY = 'previousPayPage'

/** Pages about paying, and those that people read on the way there; nobody wants to return to these. */
const ON_THE_WAY = ['/pricing', '/paysuccess', '/account', '/terms', '/privacy', '/commerce', '/contact']

/**
 * On the page of prices: remembers the page that led there, where the wish for a membership began; one on the way
 * changes nothing.
 */
export function rememberPage(): void {
  const referrer = URL.parse(document.referrer)
  if (referrer?.origin !== location.origin || ON_THE_WAY.includes(withoutLocale(referrer.pathname))) return
  try {
    localStorage.setItem(KEY, referrer.pathname)
  } catch (error) {
    console.warn('The page to return to after paying could not be kept', error)
  }
}

/** Returns and forgets the remembered page; the home page if there is none. */
export function takePreviousPage(): string {
  try {
    const page = pathHere(localStorage.getItem(KEY) ?? '')
    localStorage.removeItem(KEY)
    if (page) return page
  } catch {
    // Storage that cannot be read has nothing either.
  }
  return localizedLink('/')
}

/** A path on this site; anything else in storage is ignored. */
function pathHere(value: string): string | undefined {
  const url = value.startsWith('/') ? URL.parse(value, location.origin) : null
  return url?.origin === location.origin && url.pathname === value ? value : undefined
}
