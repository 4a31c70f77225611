import { stripeSession } from '#contract/billing/billing-calls.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { $openingCheckout, type Order, PATIENCE_MS } from './checkout.ts'

/**
 * Opens a checkout and sends the browser there, once at a time.
 * @throws ApiError if the server refuses; DOMException: TimeoutError or AbortError
 */
export async function goToCheckout(
  { plan, offer: { currency }, amount, trialDays: trial }: Order,
  leave = (url: string) => location.assign(url),
): Promise<void> {
  if ($openingCheckout.get()) return
  const mine = new AbortController()
  $openingCheckout.set(mine)
  const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    const order = { price: plan, currency, amount, trial, referral: '', locale: pageLocale() }
    const call = requestAs(stripeSession, order, { signal })
    const { url } = await Promise.race([call, rejected(signal)])
    leave(url)
  } catch (error) {
    if ($openingCheckout.get() === mine) $openingCheckout.set(undefined)
    throw error
  }
}

/** A running refresh of the token ignores this signal, so the two race. */
function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
