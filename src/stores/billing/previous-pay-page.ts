import { withoutLocale } from '#domain/address/locale-path.ts'
import { localizedLink } from '#stores/page-locale.ts'

const KEY = 'previousPayPage'

/** Pages about paying; nobody wants to return to these. */
const PAYING = ['/pricing', '/paysuccess']

/** The page to return to after paying: the referring page, else an earlier attempt's, else this one. */
export function rememberPage(): void {
  const page = referringPage() ?? storedPage() ?? location.pathname
  try {
    localStorage.setItem(KEY, page)
  } catch (error) {
    console.warn('The page to return to after paying could not be kept', error)
  }
}

/** Returns and forgets the stored page; the home page if there is none. */
export function takePreviousPage(): string {
  const page = storedPage() ?? localizedLink('/')
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage that cannot be read has nothing either.
  }
  return page
}

function referringPage(): string | undefined {
  const referrer = URL.parse(document.referrer)
  if (referrer?.origin !== location.origin) return undefined
  return PAYING.includes(withoutLocale(referrer.pathname)) ? undefined : pathHere(referrer.pathname)
}

function storedPage(): string | undefined {
  try {
    return pathHere(localStorage.getItem(KEY) ?? '')
  } catch {
    return undefined
  }
}

/** A path on this site; anything else in storage is ignored. */
function pathHere(value: string): string | undefined {
  const url = value.startsWith('/') ? URL.parse(value, location.origin) : null
  return url?.origin === location.origin && url.pathname === value ? value : undefined
}
