import type { MembershipState } from '#contract/billing/billing.ts'
import { type SignupTexts, signupTexts } from '#i18n/signup/texts.ts'
import { capture } from '#stores/analytics/analytics.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { alone, chargingSubscription, checkKey, redeem } from '#stores/claim-spot.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { $question, keyOfPage } from '#stores/testers.ts'
import { showToast, showToastOnNextPage } from '#stores/toasts.ts'
import { loadStyles } from '../auth/load-styles.ts'
import { codeOf, withWait } from '../auth/refusals.ts'
import dialogStyles from '../auth/sign-in.css?url'
import { contactAction } from '../shell/contact-action.ts'

/** Shows an error if the URL has no key, or a wrong one. */
export function checkInvitation(): void {
  const key = keyOfPage()
  const { invalidUrl } = signupTexts(pageLocale())
  if (!key) toastError(invalidUrl)
  else checkKey(key).catch((error) => codeOf(error) === 'INVALID_KEY' && toastError(invalidUrl))
}

/** Makes the visitor an early tester after a sign-in, then opens the home page with a success message. */
export async function join(siteName: string): Promise<void> {
  const texts = signupTexts(pageLocale())
  const key = keyOfPage()
  if (!key) return toastError(texts.invalidUrl)
  try {
    if (!(await alone(() => checkKey(key)))) return
  } catch (error) {
    console.warn('The key of an early tester could not be checked', error)
    return toastError(reasonOf(error, texts))
  }
  const claim = () =>
    attempt(async () => {
      const subscription = await chargingSubscription()
      if (subscription) await askAbout(subscription, siteName)
      else await redeemAndLeave(siteName, { endSubscription: false })
    })
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
  askToSignIn({ view: 'register', testerKey: key, then: claim })
}

async function askAbout(subscription: MembershipState, siteName: string): Promise<void> {
  const [{ SubscriptionDialog }] = await Promise.all([
    import('./SubscriptionDialog.tsx'),
    loadStyles(dialogStyles),
  ])
  $question.set(
    <SubscriptionDialog
      texts={signupTexts(pageLocale()).subscription}
      subscription={subscription}
      onClose={() => $question.set(undefined)}
      onChoice={(endSubscription) => attempt(() => redeemAndLeave(siteName, { endSubscription }))}
    />,
  )
}

async function redeemAndLeave(siteName: string, choice: { endSubscription: boolean }): Promise<void> {
  const texts = signupTexts(pageLocale())
  await redeem(keyOfPage() ?? '', choice)
  showToastOnNextPage({ kind: 'success', title: texts.successTitle, text: texts.done(siteName) })
  location.assign(localizedLink('/'))
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await alone(work)
  } catch (error) {
    console.error('The key of an early tester could not be redeemed', error)
    capture('signup-error', { reason: codeOf(error) ?? 'UNREACHABLE' })
    if (codeOf(error) === 'SOLD_OUT') toastSoldOut()
    else toastError(reasonOf(error, signupTexts(pageLocale())))
  }
}

/** Somebody else was faster. */
function toastSoldOut(): void {
  const { soldOutTitle: title, soldOut: text, plans: label } = signupTexts(pageLocale())
  showToast({ kind: 'info', title, text, action: { label, href: localizedLink('/pricing') } })
}

function reasonOf(error: unknown, texts: SignupTexts): string {
  const status = codeOf(error)
  if (status === 'INVALID_KEY') return texts.invalidUrl
  if (status === 'TOO_MANY_REQUESTS') return withWait(texts.tooMany, error)
  // The spot is taken by now; only the subscription could not be ended.
  if (status === 'PAYMENT_FAILED' || status === 'PAYMENTS_OFF') return texts.subscription.stays
  return texts.failed
}

function toastError(text: string): void {
  const { errorTitle: title } = signupTexts(pageLocale())
  showToast({ kind: 'error', title, text, ...contactAction() })
}
