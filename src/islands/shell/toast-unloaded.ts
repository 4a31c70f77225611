import { authTexts } from '#i18n/auth-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'

/** Says that the code behind a button could not be loaded: the browser is offline, or the site is down. */
export function toastUnloaded(error: unknown): void {
  console.warn('The code of a button could not be loaded', error)
  showToast({ kind: 'error', text: authTexts(pageLocale()).reasons.offline })
}
