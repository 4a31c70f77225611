import { beforeEach, expect, test, vi } from 'vitest'
import type { Analytics } from './analytics.ts'

let calls: unknown[][]

/** Records the calls; Chromium tests run the real one. */
const listening = (known?: string): Analytics => ({
  capture: (...event) => void calls.push(['capture', ...event]),
  knownId: () => known,
  identify: (id) => void calls.push(['identify', id]),
  reset: () => void calls.push(['reset']),
})

const AOI = {
  id: 7,
  name: 'Aoi',
  membership: 'free' as const,
  email: 'aoi@example.com',
  token: 'a',
  refresh_token: 'r',
  expires_in: 900,
  expiry_time: 0,
}

async function aTab() {
  vi.resetModules()
  const [auth, analytics] = await Promise.all([import('#stores/auth/auth.ts'), import('./analytics.ts')])
  auth.$auth.set(undefined)
  return { ...auth, ...analytics }
}

beforeEach(() => {
  calls = []
})

test('what happened before it was there is counted in order', async () => {
  const { capture, startWith } = await aTab()
  capture('LIKECLICK_CLICK', { id: 1 })
  capture('TERMS_CLICK')
  startWith(listening())
  capture('PRIVACY_CLICK')
  expect(calls).toEqual([
    ['capture', 'LIKECLICK_CLICK', { id: 1 }],
    ['capture', 'TERMS_CLICK', {}],
    ['capture', 'PRIVACY_CLICK', {}],
  ])
})

test('where nothing is counted, little is kept', async () => {
  const { capture, startWith } = await aTab()
  for (let n = 0; n < 1000; n++) capture('LIKECLICK_CLICK', { id: n })
  startWith(listening())
  expect(calls).toHaveLength(20)
})

test('who signs in is known by the id as text, without name and address, and forgotten with the sign-out', async () => {
  const { $auth, startWith } = await aTab()
  startWith(listening())
  $auth.set(AOI)
  $auth.set({ ...AOI, membership: 'pro' })
  $auth.set(undefined)
  expect(calls).toEqual([['identify', '7'], ['reset']])
})

test('who was signed in on the page before is not told of again', async () => {
  const { $auth, startWith } = await aTab()
  $auth.set(AOI)
  startWith(listening('7'))
  expect(calls).toEqual([])
})

test('who signed out before it was there is not taken for the one before', async () => {
  const { startWith } = await aTab()
  startWith(listening('7'))
  expect(calls).toEqual([['reset']])
})

test('who signed in as somebody else before it was there is not taken for the one before', async () => {
  const { $auth, startWith } = await aTab()
  $auth.set({ ...AOI, id: 8 })
  startWith(listening('7'))
  expect(calls).toEqual([['reset'], ['identify', '8']])
})

test('what waited is counted as the one’s who is signed in', async () => {
  const { $auth, capture, startWith } = await aTab()
  $auth.set(AOI)
  capture('DOWNLOAD_CLICK')
  startWith(listening())
  expect(calls).toEqual([
    ['identify', '7'],
    ['capture', 'DOWNLOAD_CLICK', {}],
  ])
})
