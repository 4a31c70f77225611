import { atom } from 'nanostores'
import { currentUser } from '#contract/account-endpoints.ts'
import { stripeSession } from '#contract/billing-endpoints.ts'
import { isPaid } from '#domain/membership/membership.ts'
import type { Plan } from '#domain/membership/price.ts'
import { $auth, updateUser } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { localeHere } from '#stores/link-here.ts'
import { rememberPage } from './previous-pay-page.ts'

/** The plan whose terms are shown to be confirmed. */
export const $confirming = atom<Plan | undefined>()

/** Set from the confirmation until the browser leaves for the page where one pays. */
export const $leaving = atom(false)

/** Where the service for payments is down, people are told so within twelve seconds. */
const PATIENCE_MS = 10_500
/** Whether one is a member already is asked for shortly; what the browser knows will do, too. */
const MEMBER_PATIENCE_MS = 3000

let attempt: AbortController | undefined

/** Shows the terms of a plan to whoever may buy it; who is not signed in is asked to do that first. */
export function askToUpgrade(plan: Plan, onAlreadyPro: () => void): void {
  const confirm = async () => {
    if (await hasPaid()) onAlreadyPro()
    else $confirming.set(plan)
  }
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits a wish
  askToSignIn({ view: 'register', then: confirm })
}

/**
 * Opens a checkout and takes the browser there; once at a time, so that a double click is one.
 * @throws ApiError where the server refuses; DOMException (TimeoutError) where there is no answer in time, and
 *   (AbortError) where it was given up
 */
export async function goToCheckout(plan: Plan, leave = (url: string) => location.assign(url)): Promise<void> {
  if ($leaving.get()) return
  $leaving.set(true)
  const mine = new AbortController()
  attempt = mine
  const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    const call = requestAs(stripeSession, { price: plan, referral: '', locale: localeHere() }, { signal })
    const { url } = await Promise.race([call, rejected(signal)])
    rememberPage()
    leave(url)
  } catch (error) {
    if (attempt === mine) $leaving.set(false)
    throw error
  }
}

/** Closes the terms and drops what is under way; also for a page that the browser's back button brought back. */
export function leaveCheckout(): void {
  attempt?.abort()
  $leaving.set(false)
  $confirming.set(undefined)
}

/** Takes over what the server says of the membership. @throws as `requestAs` */
export async function refreshMembership(signal?: AbortSignal): Promise<boolean> {
  const user = await requestAs(currentUser, undefined, { signal })
  updateUser(user)
  return isPaid(user)
}

/** A membership that the browser remembers may have ended since, so the server is asked. */
async function hasPaid(): Promise<boolean> {
  if (!isPaid($auth.get())) return false
  try {
    return await refreshMembership(AbortSignal.timeout(MEMBER_PATIENCE_MS))
  } catch (error) {
    console.warn('The membership could not be asked for', error)
    return true
  }
}

/** A token may have to be refreshed first, which knows nothing of this signal. */
function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
