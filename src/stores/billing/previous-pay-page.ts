import { withoutLocale } from '#domain/address/locale-path.ts'
import { linkHere } from '#stores/link-here.ts'

const KEY = 'previousPayPage'

/** Pages about paying: nobody wants to be taken back to one of these after having paid. */
const PAYING = ['/pricing', '/paysuccess']

/**
 * Keeps where somebody goes back to after paying: the page of this site that led to the prices, else what was kept by
 * an attempt before, else the page that one is on.
 */
export function rememberPage(): void {
  const page = pageThatLedHere() ?? kept() ?? location.pathname
  try {
    localStorage.setItem(KEY, page)
  } catch (error) {
    console.warn('The page to return to after paying could not be kept', error)
  }
}

/** The page to go back to, the home page where there is none; it is forgotten. */
export function takePreviousPage(): string {
  const page = kept() ?? linkHere('/')
  try {
    localStorage.removeItem(KEY)
  } catch {
    // A storage that cannot be written holds nothing either.
  }
  return page
}

function pageThatLedHere(): string | undefined {
  const referrer = URL.parse(document.referrer)
  if (referrer?.origin !== location.origin) return undefined
  return PAYING.includes(withoutLocale(referrer.pathname)) ? undefined : pathHere(referrer.pathname)
}

function kept(): string | undefined {
  try {
    return pathHere(localStorage.getItem(KEY) ?? '')
  } catch {
    return undefined
  }
}

/** Storage is open to extensions and to people's own hands, so only a path on this site is taken from it. */
function pathHere(value: string): string | undefined {
  const url = value.startsWith('/') ? URL.parse(value, location.origin) : null
  return url?.origin === location.origin && url.pathname === value ? value : undefined
}
