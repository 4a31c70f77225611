import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { LEAD_BACK } from '#stores/auth/dialog.ts'

/**
 * Inline script in the account page's head: redirects whoever is not signed in before anything is painted, and has
 * the home page ask to log in, which leads back.
 */
export function signedInOrHome(locale: Locale): string {
  const home = localePath(locale, '/')
  return (
    "if(!document.documentElement.hasAttribute('data-signed-in')){" +
    `try{sessionStorage.setItem('${LEAD_BACK}',location.pathname)}catch{}location.replace('${home}')}`
  )
}
