import { type Locale, localePath } from '#domain/address/locale-path.ts'

/** Inline script in the account page's head: redirects whoever is not signed in before anything is painted. */
export function signedInOrHome(locale: Locale): string {
  return `document.documentElement.hasAttribute('data-signed-in')||location.replace('${localePath(locale, '/')}')`
}
