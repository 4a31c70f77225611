import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $auth } from './auth/auth.ts'
import { alone, checkKey, redeem } from './claim-spot.ts'
import { $spotsLeft, fetchSpots } from './testers.ts'

const AOI = { id: 7, name: 'Aoi', membership: 'free', email: 'aoi@example.com' } as const

beforeEach(() => {
  $spotsLeft.set(undefined)
  const tokens = { token: 't', refresh_token: 'r', expires_in: 900, expiry_time: Date.now() + 900_000 }
  $auth.set({ ...AOI, ...tokens })
})
afterEach(() => vi.unstubAllGlobals())

const keep = { endSubscription: false }

/** Gives the claim this answer; the profile is an early adopter’s. */
function answering(claim: () => Response) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path === '/api/user') return Response.json({ ...AOI, membership: 'early_adopter' })
    return claim()
  })
  return asked
}

const refusal = (status: string) => Response.json({ status, message: '', request_id: '' }, { status: 409 })

test('a claimed spot shows in the profile; a second click meanwhile does nothing', async () => {
  const asked = answering(() => Response.json({ status: 'OK' }))
  const join = () => alone(() => redeem('a key', keep))
  expect(await Promise.all([join(), join()])).toEqual([true, false])
  expect(asked).toEqual(['/api/users/early-adopter?key=a+key', '/api/user'])
  expect($auth.get()).toMatchObject({ membership: 'early_adopter', token: 't' })
})

test('soldOut sets no spots left, another refusal does not, and a retry works', async () => {
  $spotsLeft.set(3)
  answering(() => refusal('INVALID_KEY'))
  await expect(redeem('k', keep)).rejects.toMatchObject({ answer: { status: 'INVALID_KEY' } })
  expect($spotsLeft.get()).toBe(3)
  answering(() => refusal('SOLD_OUT'))
  await expect(redeem('k', keep)).rejects.toMatchObject({ answer: { status: 'SOLD_OUT' } })
  expect($spotsLeft.get()).toBe(0)
  expect($auth.get()?.membership).toBe('free')
})

test('a right key is checked once, a refused one again', async () => {
  answering(() => refusal('TOO_MANY_REQUESTS'))
  await expect(checkKey('k')).rejects.toMatchObject({ answer: { status: 'TOO_MANY_REQUESTS' } })
  const asked = answering(() => Response.json({ status: 'OK' }))
  await checkKey('k')
  await checkKey('k')
  expect(asked).toEqual(['/api/users/early-adopter?key=k'])
})

test('spots left are computed from the taken ones, and stay unknown after a failure', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answering(() => refusal('UNAVAILABLE'))
  await fetchSpots()
  expect($spotsLeft.get()).toBeUndefined()
  answering(() => Response.json({ count: 19 }))
  await fetchSpots()
  expect($spotsLeft.get()).toBe(1)
})
