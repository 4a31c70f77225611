import { localePath, type SitePath, withoutLocale } from '#domain/address/locale-path.ts'
import { $auth } from '../auth/auth.ts'
import { refreshUser } from '../auth/authorised.ts'
import { pageLocale } from '../page-locale.ts'

/**
 * The studio opens in its user's language: the account's, or a stranger's browser's. Inside the studio the address
 * decides, and so does a Japanese address that was not followed from a page of the site.
 */
export async function openInOwnLanguage(): Promise<void> {
  const from = pathBefore()
  if (from ? /^\/studio(?:\/|$)/.test(withoutLocale(from)) : pageLocale() === 'ja') return
  const wanted = $auth.get() ? (await refreshUser()).locale : browserLocale()
  const { pathname, search, hash } = location
  const here = `${withoutLocale(pathname)}${search}${hash}` as SitePath
  if (wanted !== pageLocale()) location.replace(localePath(wanted, here))
}

/** Of the page that led here; undefined if it is no page of this site. */
function pathBefore(): string | undefined {
  const before = URL.parse(document.referrer)
  return before?.origin === location.origin ? before.pathname : undefined
}

const browserLocale = () => (navigator.language.startsWith('ja') ? 'ja' : 'en')
