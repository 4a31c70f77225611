import { atom } from 'nanostores'
import { currentUser } from '#contract/account-endpoints.ts'
import { ApiError, request } from '#contract/request.ts'
import { claimSpot, testerCount } from '#contract/tester-endpoints.ts'
import { spotsLeft } from '#domain/membership/tester-spots.ts'
import { updateUser } from './auth/auth.ts'
import { requestAs } from './auth/authorised.ts'

/** Spots that are left; undefined until it is known. */
export const $spotsLeft = atom<number | undefined>()

/** Set while a key is being redeemed. */
export const $redeeming = atom(false)

/** The key in this page's address; undefined where there is none. */
export function keyOfPage(): string | undefined {
  return new URLSearchParams(location.search).get('k')?.trim() || undefined
}

/** A failure is only logged: nobody is kept from joining by it. */
export async function fetchSpots(): Promise<void> {
  try {
    const { count } = await request(testerCount, undefined)
    $spotsLeft.set(spotsLeft(count))
  } catch (error) {
    console.warn('The spots could not be counted', error)
  }
}

/**
 * Makes the signed-in person an early tester, and takes over what the server says of the profile then. Once at a time.
 * @returns false where it is under way already
 * @throws as `requestAs`, where one of the two fails
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
