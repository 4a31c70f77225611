import { claimSpot, testerKey } from '#contract/accounts/tester-calls.ts'
import type { MembershipState } from '#contract/billing/billing.ts'
import { membershipState } from '#contract/billing/billing-calls.ts'
import { ApiError, request } from '#contract/request.ts'
import { refreshUser, requestAs } from './auth/authorised.ts'
import { $redeeming, $spotsLeft } from './testers.ts'

let checked: Promise<unknown> | undefined

/** Checks the key before anybody makes an account. @throws as `request`; may be retried */
export async function checkKey(key: string): Promise<void> {
  checked ??= request(testerKey, { key })
  try {
    await checked
  } catch (error) {
    checked = undefined
    throw error
  }
}

/** The signed-in person's subscription, if it would continue to charge. */
export async function chargingSubscription(): Promise<MembershipState | undefined> {
  const state = await requestAs(membershipState, undefined)
  return state.can_cancel && (state.ground === 'subscription' || state.past_due) ? state : undefined
}

/** Runs one step of joining at a time; false if another is running. @throws as the step */
export async function alone(work: () => Promise<void>): Promise<boolean> {
  if ($redeeming.get()) return false
  $redeeming.set(true)
  try {
    await work()
    return true
  } finally {
    $redeeming.set(false)
  }
}

/** Makes the signed-in person an early tester and updates the profile. @throws as `requestAs` */
export async function redeem(key: string, { endSubscription }: { endSubscription: boolean }): Promise<void> {
  try {
    await requestAs(claimSpot, { key, ...(endSubscription && { end_subscription: 'true' }) })
    await refreshUser()
  } catch (error) {
    if (error instanceof ApiError && error.answer.status === 'SOLD_OUT') $spotsLeft.set(0)
    throw error
  }
}
