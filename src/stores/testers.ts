import { atom } from 'nanostores'
import { currentUser } from '#contract/account-endpoints.ts'
import type { MembershipState } from '#contract/billing.ts'
import { membershipState } from '#contract/billing-endpoints.ts'
import { ApiError, request } from '#contract/request.ts'
import { claimSpot, testerCount, testerKey } from '#contract/tester-endpoints.ts'
import { spotsLeft } from '#domain/membership/tester-spots.ts'
import { updateUser } from './auth/auth.ts'
import { requestAs } from './auth/authorised.ts'

/** Spots left; undefined until known. */
export const $spotsLeft = atom<number | undefined>()

/** Set while a key is checked or redeemed. */
export const $redeeming = atom(false)

/** A subscription that goes on beside the licence: its member chooses before the key is redeemed. */
export const $subscriptionBeside = atom<MembershipState | undefined>()

/** Key in this page's URL; undefined if there is none. */
export function keyOfPage(): string | undefined {
  return new URLSearchParams(location.search).get('k')?.trim() || undefined
}

/** A failure is only logged, so that people can join anyway. */
export async function fetchSpots(): Promise<void> {
  try {
    const { count } = await request(testerCount, undefined)
    $spotsLeft.set(spotsLeft(count))
  } catch (error) {
    console.warn('The spots could not be counted', error)
  }
}

let checked: Promise<unknown> | undefined

/** Whether the key is right: known before anybody makes an account. @throws as `request`, which may be tried again */
export async function checkKey(key: string): Promise<void> {
  checked ??= request(testerKey, { key })
  try {
    await checked
  } catch (error) {
    checked = undefined
    throw error
  }
}

/** The signed-in person's subscription if it would go on charging. @throws as `requestAs` */
export async function chargingSubscription(): Promise<MembershipState | undefined> {
  const state = await requestAs(membershipState, undefined)
  return state.can_cancel && (state.ground === 'subscription' || state.past_due) ? state : undefined
}

/** Runs one piece of joining at a time; false if another is running. @throws as the piece */
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
    await requestAs(claimSpot, { key, endSubscription })
    updateUser(await requestAs(currentUser, undefined))
  } catch (error) {
    if (error instanceof ApiError && error.answer.status === 'SOLD_OUT') $spotsLeft.set(0)
    throw error
  }
}
