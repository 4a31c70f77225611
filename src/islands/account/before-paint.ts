import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { LEAD_BACK } from '#stores/auth/dialog.ts'

/**
 * Inline script in the account page's head: sends signed-out visitors to the home page before the first paint; that
 * asks them to log in, and leads back.
 */
export function signedInOrHome(locale: Locale): string {
  const home = localePath(locale, '/')
  return (
    "if(!document.documentElement.hasAttribute('data-signed-in')){" +
    `try{sessionStorage.setItem('${LEAD_BACK}',location.pathname)}catch{}location.replace('${home}')}`
  )
}
