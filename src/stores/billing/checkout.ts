import { atom } from 'nanostores'
import { membershipState, prices } from '#contract/billing/billing-calls.ts'
import { request } from '#contract/request.ts'
import { isPaid } from '#domain/membership/membership.ts'
import { type Offer, offerFor, type Plan } from '#domain/membership/price.ts'
import { $auth } from '#stores/auth/auth.ts'
import { refreshUser, requestAs } from '#stores/auth/authorised.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { $currency } from './currency.ts'

/** What a buyer confirms. */
export interface Order {
  plan: Plan
  offer: Offer
  /** Of a period, in the smallest unit. */
  amount: number
  /** Free days before the first charge; 0 for none. */
  trialDays: number
}

/** The order whose terms are open for confirmation. */
export const $confirming = atom<Order | undefined>()

/** Aborts what is set from the confirmation until the browser leaves for the checkout page. */
export const $openingCheckout = atom<AbortController | undefined>()

/** If Stripe is down, people see an error within twelve seconds. */
export const PATIENCE_MS = 10_500
/** The check for an existing membership may fail; the stored one will do. */
const MEMBER_TIMEOUT_MS = 3000

interface Otherwise {
  onAlreadyPro: () => void
  /** The price could not be loaded, or the plan is not sold any more. */
  onFailed: (error: unknown) => void
}

/** Shows a plan's terms at today's price; asks to sign in first if necessary. */
export function askToUpgrade(plan: Plan, { onAlreadyPro, onFailed }: Otherwise): void {
  const confirm = async () => {
    if (await hasPaid()) return onAlreadyPro()
    try {
      $confirming.set(await orderOf(plan))
    } catch (error) {
      onFailed(error)
    }
  }
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
  askToSignIn({ view: 'register', then: confirm })
}

async function orderOf(plan: Plan): Promise<Order> {
  const { offers } = await request(prices, undefined, { timeoutMs: PATIENCE_MS })
  const offer = offerFor(offers, pageLocale(), $currency.get())
  const amount = offer?.amounts[plan]
  if (!offer || !amount) throw new Error(`${plan} is not sold`)
  const days = offer.trials?.[plan] ?? 0
  return { plan, offer, amount, trialDays: days > 0 && (await mayTry()) ? days : 0 }
}

async function mayTry(): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return (await requestAs(membershipState, undefined, { signal })).may_try
}

/** Closes the terms and aborts the checkout; also after the browser's back button. */
export function leaveCheckout(): void {
  $openingCheckout.get()?.abort()
  $openingCheckout.set(undefined)
  $confirming.set(undefined)
}

/** Asks the server, since the stored membership may have ended. */
async function hasPaid(): Promise<boolean> {
  if (!isPaid($auth.get())) return false
  try {
    return isPaid(await refreshUser(AbortSignal.timeout(MEMBER_TIMEOUT_MS)))
  } catch (error) {
    console.warn('The membership could not be loaded', error)
    return true
  }
}
