import type { Plan } from '#domain/membership/price.ts'
import type { BillingTexts } from '#i18n/billing/texts.ts'
import { fill } from '#i18n/template.ts'
import { refreshUser } from '#stores/auth/authorised.ts'
import { askToUpgrade, leaveCheckout } from '#stores/billing/checkout.ts'
import { showToast } from '#stores/toasts.ts'
import { reasonOf } from '../auth/refusals.ts'

export type CheckoutTexts = Pick<BillingTexts, 'checkout' | 'reasons'>

/** Shows the terms of a plan, or says why not. */
export function upgradeTo(plan: Plan, texts: CheckoutTexts): void {
  askToUpgrade(plan, {
    onAlreadyPro: () => toastAlreadyPro(texts),
    onFailed: (error) => toastFailed(error, texts),
  })
}

export function toastFailed(error: unknown, texts: CheckoutTexts): void {
  console.warn('A checkout could not be opened', error)
  const reason = reasonOf(error, texts)
  showToast({ kind: 'error', text: fill(texts.checkout.failedBecause, { reason }) })
}

/** Perhaps paid in another tab or on another device. */
export function toastAlreadyPro({ checkout }: CheckoutTexts): void {
  leaveCheckout()
  showToast({ kind: 'info', title: checkout.alreadyPro, text: checkout.alreadyProText })
  refreshUser().catch((error) => console.warn('The membership could not be loaded', error))
}
