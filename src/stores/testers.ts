import { atom } from 'nanostores'
import { currentUser } from '#contract/account-endpoints.ts'
import { ApiError, request } from '#contract/request.ts'
import { claimSpot, testerCount } from '#contract/tester-endpoints.ts'
import { spotsLeft } from '#domain/membership/tester-spots.ts'
import { updateUser } from './auth/auth.ts'
import { requestAs } from './auth/authorised.ts'

/** Spots left; undefined until known. */
export const $spotsLeft = atom<number | undefined>()

/** Set while a key is being redeemed. */
export const $redeeming = atom(false)

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

/**
 * Makes the signed-in person an early tester and updates the profile.
 * @returns false if a call is already running
 * @throws as `requestAs`
 */
export async function redeem(key: string): Promise<boolean> {
  if ($redeeming.get()) return false
  $redeeming.set(true)
  try {
    await requestAs(claimSpot, { key })
    updateUser(await requestAs(currentUser, undefined))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.answer.status === 'SOLD_OUT') $spotsLeft.set(0)
    throw error
  } finally {
    $redeeming.set(false)
  }
}
