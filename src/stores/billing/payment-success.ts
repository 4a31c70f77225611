import { syncPayment } from '#contract/billing/billing-calls.ts'
import { isPaid } from '#domain/membership/membership.ts'
import { $auth } from '#stores/auth/auth.ts'
import { refreshUser, requestAs } from '#stores/auth/authorised.ts'

/** Outcome on the page after paying. `pending`: Stripe has not confirmed the payment yet. */
export type PaymentOutcome = 'signedOut' | 'member' | 'pending' | 'none'

/**
 * Syncs this checkout with Stripe and stores the membership, whichever event made it.
 * @param session undefined if the page was opened without one @throws as `requestAs` if the membership is unknown
 */
export async function confirmPayment(session: string | undefined): Promise<PaymentOutcome> {
  if (!$auth.get()) return 'signedOut'
  const synced = session ? await Promise.allSettled([requestAs(syncPayment, { session_id: session })]) : []
  if (isPaid(await refreshUser())) return 'member'
  for (const answer of synced) if (answer.status === 'rejected') throw answer.reason
  return session ? 'pending' : 'none'
}

/** Removes the checkout's id from the URL, so that it is neither shared nor kept in the history. */
export function takeSession(): string | undefined {
  const url = new URL(location.href)
  const session = url.searchParams.get('session_id')
  if (session === null) return undefined
  url.searchParams.delete('session_id')
  history.replaceState(history.state, '', url)
  return session || undefined
}
