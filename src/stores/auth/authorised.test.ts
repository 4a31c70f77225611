import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentUser } from '#contract/accounts/account-calls.ts'
import { likeList } from '#contract/clips/clip-calls.ts'
import { $auth } from './auth.ts'
import { requestAs } from './authorised.ts'

const PERSON = { id: 7, name: 'Yuki', membership: 'free' as const, email: 'yuki@example.com' }
let asked: string[]

/** Answers `/api/user` for the valid tokens, and refreshes with `refresh`. */
function serve({ valid, refresh }: { valid: string[]; refresh: () => Response }) {
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${url} ${headers.authorization ?? ''}`.trim())
    if (url.endsWith('refresh-token')) return refresh()
    const known = valid.some((token) => headers.authorization === `Bearer ${token}`)
    return known ? Response.json({ ok: true }) : refusal()
  })
}

const refusal = (status = 401) =>
  Response.json({ status: 'TOKEN_INVALID', message: 'no', request_id: '' }, { status })
const renewed = () =>
  Response.json({ status: 'OK', user: PERSON, access_token: 'new', refresh_token: 'r1', expires_in: 900 })

beforeEach(() => {
  asked = []
  $auth.set({
    ...PERSON,
    token: 'old',
    refresh_token: 'r0',
    expires_in: 900,
    expiry_time: Date.now() + 900_000,
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  $auth.set(undefined)
})

test('the token is sent as a bearer', async () => {
  serve({ valid: ['old'], refresh: renewed })
  expect(await requestAs(currentUser, undefined)).toEqual({ ok: true })
  expect(asked).toEqual(['/api/user Bearer old'])
})

test('a 401 causes one refresh and one retry', async () => {
  serve({ valid: ['new'], refresh: renewed })
  expect(await requestAs(currentUser, undefined)).toEqual({ ok: true })
  expect(asked).toEqual(['/api/user Bearer old', '/api/users/refresh-token', '/api/user Bearer new'])
})

test('a second 401 is passed on, and the sign-in stays', async () => {
  serve({ valid: [], refresh: renewed })
  await expect(requestAs(currentUser, undefined)).rejects.toMatchObject({ status: 401 })
  expect(asked).toHaveLength(3)
  expect($auth.get()).toMatchObject({ token: 'new' })
})

test('a refresh that fails after a 401 is passed on and signs out', async () => {
  serve({ valid: [], refresh: () => refusal(400) })
  await expect(requestAs(currentUser, undefined)).rejects.toMatchObject({ status: 400 })
  expect($auth.get()).toBeUndefined()
})

test('two calls that both met a 401 refresh once and both succeed', async () => {
  serve({ valid: ['new'], refresh: renewed })
  await Promise.all([requestAs(currentUser, undefined), requestAs(likeList, undefined)])
  expect(asked.filter((call) => call.includes('refresh-token'))).toHaveLength(1)
})

test('any other refusal is passed on at once', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return refusal(403)
  })
  await expect(requestAs(currentUser, undefined)).rejects.toMatchObject({ status: 403 })
  expect(asked).toEqual(['/api/user'])
})
