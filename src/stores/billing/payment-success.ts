import { syncPayment } from '#contract/billing-endpoints.ts'
import { $auth } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { refreshMembership } from './checkout.ts'

/** What the page after paying has found out. `pending`: Stripe has not confirmed the payment yet. */
export type PaymentOutcome = 'signedOut' | 'member' | 'pending' | 'none'

/**
 * Has the server ask Stripe about this checkout, and takes over what the membership is then. Somebody who is a member
 * by other news of the payment is one, whatever became of the question.
 * @param session what Stripe calls the checkout; undefined where the page was opened without one
 * @throws as `requestAs`, where it cannot be known
 */
export async function confirmPayment(session: string | undefined): Promise<PaymentOutcome> {
  if (!$auth.get()) return 'signedOut'
  const asked = session ? await Promise.allSettled([requestAs(syncPayment, { session_id: session })]) : []
  if (await refreshMembership()) return 'member'
  for (const answer of asked) if (answer.status === 'rejected') throw answer.reason
  return session ? 'pending' : 'none'
}

/** Takes the checkout's name out of the address, so that it is neither shared nor kept in the history. */
export function takeSession(): string | undefined {
  const url = new URL(location.href)
  const session = url.searchParams.get('session_id')
  if (session === null) return undefined
  url.searchParams.delete('session_id')
  history.replaceState(history.state, '', url)
  return session || undefined
}
