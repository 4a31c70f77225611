import { type Locale, localePath } from '#domain/address/locale-path.ts'

/**
 * Stands in the head of the account page, after what marks a signed-in person's document: nobody else sees even the
 * outline of the page.
 */
export function signedInOrHome(locale: Locale): string {
  return `document.documentElement.hasAttribute('data-signed-in')||location.replace('${localePath(locale, '/')}')`
}
