import { ApiError } from '#contract/request.ts'
import type { SignupTexts } from '#i18n/signup-texts.ts'
import { capture } from '#stores/analytics/analytics.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { localizedLink } from '#stores/page-locale.ts'
import { fetchSpots, keyOfPage, redeem } from '#stores/testers.ts'
import { showToast, showToastOnNextPage } from '#stores/toasts.ts'

let arrived = false

/** Runs once per page, however many buttons it has: shows an error without a key, else fetches the spots. */
export function arrive(texts: SignupTexts): void {
  if (arrived) return
  arrived = true
  if (keyOfPage()) void fetchSpots()
  else toastInvalidUrl(texts)
}

/** Makes the visitor an early tester after a sign-in, then opens the home page with a success message. */
export function join(texts: SignupTexts, siteName: string): void {
  const key = keyOfPage()
  if (!key) {
    toastInvalidUrl(texts)
    return
  }
  const redeemKey = async () => {
    try {
      if (!(await redeem(key))) return
      showToastOnNextPage({ kind: 'success', title: texts.successTitle, text: texts.done(siteName) })
      location.assign(localizedLink('/'))
    } catch (error) {
      console.error('The key of an early tester could not be redeemed', error)
      capture('signup-error', { reason: error instanceof ApiError ? error.answer.status : 'UNREACHABLE' })
      showToast({ kind: 'error', title: texts.errorTitle, text: texts.failed })
    }
  }
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits a wish
  askToSignIn({ view: 'register', then: redeemKey })
}

function toastInvalidUrl(texts: SignupTexts): void {
  showToast({ kind: 'error', title: texts.errorTitle, text: texts.invalidUrl })
}
