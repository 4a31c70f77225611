import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { testerCount } from '#contract/accounts/tester-calls.ts'
import { request } from '#contract/request.ts'
import { spotsLeft } from '#domain/membership/tester-spots.ts'

/** Spots left; undefined until known. */
export const $spotsLeft = atom<number | undefined>()

/** Set while a key is checked or redeemed. */
export const $redeeming = atom(false)

/** The question while joining: made by lazy code, rendered by the first join button. */
export const $question = atom<ReactNode>()

/** Key in this page's URL; undefined if there is none. */
export function keyOfPage(): string | undefined {
  return new URLSearchParams(location.search).get('k')?.trim() || undefined
}

/** A failure is only logged, so that people can join anyway. */
export async function fetchSpots(total?: number): Promise<void> {
  try {
    const { count } = await request(testerCount, undefined)
    $spotsLeft.set(spotsLeft(count, total))
  } catch (error) {
    console.warn('The spots could not be counted', error)
  }
}
