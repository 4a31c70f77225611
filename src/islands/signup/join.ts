import { ApiError } from '#contract/request.ts'
import type { SignupTexts } from '#i18n/signup-texts.ts'
import { capture } from '#stores/analytics/analytics.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { localizedLink } from '#stores/page-locale.ts'
import {
  $subscriptionBeside,
  alone,
  chargingSubscription,
  checkKey,
  fetchSpots,
  keyOfPage,
  redeem,
} from '#stores/testers.ts'
import { showToast, showToastOnNextPage } from '#stores/toasts.ts'
import { withWait } from '../auth/with-wait.ts'
import { contactAction } from '../shell/contact-action.ts'

/** What joining needs of its page. */
export interface Joining {
  texts: SignupTexts
  siteName: string
}

let arrived = false

/** Runs once per page, however many buttons it has: fetches the spots, and says so if the key is wrong. */
export function arrive(texts: SignupTexts): void {
  if (arrived) return
  arrived = true
  void fetchSpots()
  const key = keyOfPage()
  if (key)
    checkKey(key).catch((error) => statusOf(error) === 'INVALID_KEY' && toastError(texts.invalidUrl, texts))
}

/** Makes the visitor an early tester after a sign-in, then opens the home page with a success message. */
export async function join({ texts, siteName }: Joining): Promise<void> {
  const key = keyOfPage()
  if (!key) return showToast({ kind: 'info', title: texts.invitationTitle, text: texts.invitation })
  try {
    if (!(await alone(() => checkKey(key)))) return
  } catch (error) {
    console.warn('The key of an early tester could not be checked', error)
    return toastError(reasonOf(error, texts), texts)
  }
  const claim = () =>
    attempt(texts, async () => {
      const subscription = await chargingSubscription()
      if (subscription) $subscriptionBeside.set(subscription)
      else await redeemAndLeave(key, { texts, siteName, endSubscription: false })
    })
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits a wish
  askToSignIn({ view: 'register', testerKey: key, then: claim })
}

/** Joins after the member has chosen what becomes of the subscription. */
export function joinBeside(joining: Joining & { endSubscription: boolean }): Promise<void> {
  return attempt(joining.texts, () => redeemAndLeave(keyOfPage() ?? '', joining))
}

async function redeemAndLeave(
  key: string,
  { texts, siteName, endSubscription }: Joining & { endSubscription: boolean },
): Promise<void> {
  await redeem(key, { endSubscription })
  showToastOnNextPage({ kind: 'success', title: texts.successTitle, text: texts.done(siteName) })
  location.assign(localizedLink('/'))
}

async function attempt(texts: SignupTexts, work: () => Promise<void>): Promise<void> {
  try {
    await alone(work)
  } catch (error) {
    console.error('The key of an early tester could not be redeemed', error)
    capture('signup-error', { reason: statusOf(error) ?? 'UNREACHABLE' })
    toastError(reasonOf(error, texts), texts)
  }
}

function reasonOf(error: unknown, texts: SignupTexts): string {
  const status = statusOf(error)
  if (status === 'INVALID_KEY') return texts.invalidUrl
  if (status === 'TOO_MANY_REQUESTS') return withWait(texts.tooMany, error)
  // The spot is taken by then; only the subscription could not be ended.
  if (status === 'PAYMENT_FAILED' || status === 'PAYMENTS_OFF') return texts.subscription.stays
  return texts.failed
}

function statusOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.answer.status : undefined
}

function toastError(text: string, { errorTitle: title }: SignupTexts): void {
  showToast({ kind: 'error', title, text, ...contactAction() })
}
