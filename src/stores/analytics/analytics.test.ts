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

test('events before loading are counted in order', async () => {
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

test('without analytics few events are kept', async () => {
  const { capture, startWith } = await aTab()
  for (let n = 0; n < 1000; n++) capture('LIKECLICK_CLICK', { id: n })
  startWith(listening())
  expect(calls).toHaveLength(20)
})

test('a signed-in person is identified by the id as text, without name and address, until the sign-out', async () => {
  const { $auth, startWith } = await aTab()
  startWith(listening())
  $auth.set(AOI)
  $auth.set({ ...AOI, membership: 'pro' })
  $auth.set(undefined)
  expect(calls).toEqual([['identify', '7'], ['reset']])
})

test('a person known from the page before is not identified again', async () => {
  const { $auth, startWith } = await aTab()
  $auth.set(AOI)
  startWith(listening('7'))
  expect(calls).toEqual([])
})

test('a sign-out before loading ends the former identity', async () => {
  const { startWith } = await aTab()
  startWith(listening('7'))
  expect(calls).toEqual([['reset']])
})

test('another sign-in before loading replaces the former identity', async () => {
  const { $auth, startWith } = await aTab()
  $auth.set({ ...AOI, id: 8 })
  startWith(listening('7'))
  expect(calls).toEqual([['reset'], ['identify', '8']])
})

test('waiting events count for the signed-in person', async () => {
  const { $auth, capture, startWith } = await aTab()
  $auth.set(AOI)
  capture('DOWNLOAD_CLICK')
  startWith(listening())
  expect(calls).toEqual([
    ['identify', '7'],
    ['capture', 'DOWNLOAD_CLICK', {}],
  ])
})
