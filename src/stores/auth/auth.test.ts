import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Like a browser: two tabs share the storage, and each gets the other's storage events. */
const storage = vi.hoisted(() => {
  const kept = Object.create({
    getItem(key: string) {
      return (this as Record<string, string>)[key] ?? null
    },
  })
  globalThis.localStorage = kept
  // For the whole file: a store without readers unmounts a second later.
  Object.assign(globalThis, { window: new EventTarget() })
  return kept as Record<string, string>
})

const NOW = 1_700_000_000_000
let sent: string[]

const aRecord = (values: object = {}) => ({
  id: 7,
  name: 'Yuki',
  membership: 'free',
  email: 'yuki@example.com',
  token: 'a0',
  refresh_token: 'r0',
  expires_in: 900,
  expiry_time: NOW + 900_000,
  ...values,
})
const expired = { expiry_time: NOW - 1 }
const keep = (values: object = {}) => {
  storage.auth = JSON.stringify(aRecord(values))
}
const kept = () => storage.auth && JSON.parse(storage.auth)
const aPair = (step: number) => ({
  status: 'OK',
  user: { id: 7, name: 'Yuki', membership: 'pro', email: 'yuki@example.com' },
  access_token: `a${step}`,
  refresh_token: `r${step}`,
  expires_in: 900,
})
const refusal = (status: number) =>
  Response.json({ status: 'TOKEN_INVALID', message: 'no', request_id: 'x' }, { status })

/** A server with rotation: it accepts only the latest refresh token. */
function rotatingServer() {
  let step = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { body }: { body?: string }) => {
      sent.push(url)
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (!url.endsWith('refresh-token')) return new Response(null, { status: 204 })
      if (JSON.parse(body ?? '').refresh_token !== `r${step}`) return refusal(401)
      step++
      return Response.json(aPair(step))
    }),
  )
}

function answering(answer: () => Response | Promise<Response>) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      sent.push(url)
      return answer()
    }),
  )
}

/** The stores of one tab. */
async function aTab() {
  vi.resetModules()
  return import('./auth.ts')
}

beforeEach(() => {
  sent = []
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})

afterEach(() => {
  delete storage.auth
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a sign-in is stored under the key auth with the specified fields', async () => {
  const { signIn, $auth } = await aTab()
  signIn(aPair(1) as never)
  expect(kept()).toEqual({
    id: 7,
    name: 'Yuki',
    membership: 'pro',
    email: 'yuki@example.com',
    token: 'a1',
    refresh_token: 'r1',
    expires_in: 900,
    expiry_time: NOW + 900_000,
  })
  expect($auth.get()).toEqual(kept())
})

test.each(['', '{', 'null', '7', '[]', '"auth"', '{"token":"a"}', JSON.stringify({ ...aRecord(), id: '7' })])(
  'storage that holds %j is nobody',
  async (garbage) => {
    storage.auth = garbage
    const { $auth } = await aTab()
    expect($auth.get()).toBeUndefined()
  },
)

test('an answer without a user signs nobody in', async () => {
  const { signIn, $auth } = await aTab()
  expect(() => signIn({} as never)).toThrow('The answer has no user')
  expect($auth.get()).toBeUndefined()
})

test('a valid token is used unchanged', async () => {
  rotatingServer()
  keep()
  const { freshToken } = await aTab()
  expect(await freshToken()).toBe('a0')
  expect(sent).toEqual([])
})

test('an expired token is refreshed before use, and the new pair is stored', async () => {
  rotatingServer()
  keep(expired)
  const { freshToken } = await aTab()
  expect(await freshToken()).toBe('a1')
  expect(kept()).toMatchObject({
    token: 'a1',
    refresh_token: 'r1',
    membership: 'pro',
    expiry_time: NOW + 900_000,
  })
})

test('concurrent calls share one refresh', async () => {
  rotatingServer()
  keep(expired)
  const { freshToken } = await aTab()
  expect(await Promise.all([freshToken(), freshToken(), freshToken()])).toEqual(['a1', 'a1', 'a1'])
  expect(sent).toHaveLength(1)
})

test('concurrent tabs share one refresh: the later ones use the first one’s result', async () => {
  rotatingServer()
  keep(expired)
  const tabs = [await aTab(), await aTab(), await aTab()]
  expect(await Promise.all(tabs.map((tab) => tab.freshToken()))).toEqual(['a1', 'a1', 'a1'])
  expect(sent).toHaveLength(1)
})

test('a refresh of an already replaced token sends no request', async () => {
  rotatingServer()
  keep({ token: 'a5', refresh_token: 'r5' })
  const { refreshSession } = await aTab()
  expect((await refreshSession('a4')).token).toBe('a5')
  expect(sent).toEqual([])
})

test('it works without the browser’s locks', async () => {
  rotatingServer()
  keep(expired)
  vi.stubGlobal('navigator', {})
  const { freshToken } = await aTab()
  expect(await freshToken()).toBe('a1')
})

test.each([400, 401, 429, 500, 503])('a refresh that is answered with %i signs out', async (status) => {
  answering(() => refusal(status))
  keep(expired)
  const { freshToken, $auth } = await aTab()
  await expect(freshToken()).rejects.toMatchObject({ status })
  expect($auth.get()).toBeUndefined()
  expect('auth' in storage).toBe(false)
})

test('an unreachable server is retried once, then fails, and the sign-in stays', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  keep(expired)
  const { freshToken, $auth } = await aTab()
  await expect(freshToken()).rejects.toThrow('Failed to fetch')
  expect($auth.get()).toMatchObject({ refresh_token: 'r0' })
  expect(sent).toHaveLength(2)
})

test('a refresh with a lost answer succeeds at the second try', async () => {
  let lost = false
  answering(() => {
    if (lost) return Response.json(aPair(1))
    lost = true
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  keep(expired)
  const { freshToken } = await aTab()
  expect(await freshToken()).toBe('a1')
})

test('a session that the server has ended is lost until the next sign-in', async () => {
  answering(() => refusal(401))
  keep(expired)
  const { freshToken, signIn, $sessionLost } = await aTab()
  expect($sessionLost.get()).toBe(false)
  await expect(freshToken()).rejects.toMatchObject({ status: 401 })
  expect($sessionLost.get()).toBe(true)
  signIn(aPair(1) as never)
  expect($sessionLost.get()).toBe(false)
})

test('a sign-out or an unreachable server is no lost session', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  keep(expired)
  const { freshToken, signOut, $sessionLost } = await aTab()
  await expect(freshToken()).rejects.toThrow('Failed to fetch')
  expect($sessionLost.get()).toBe(false)
  await signOut()
  expect($sessionLost.get()).toBe(false)
})

test('signed out there is no refresh token', async () => {
  rotatingServer()
  const { freshToken, refreshSession } = await aTab()
  await expect(freshToken()).rejects.toThrow('No refresh token found')
  await expect(refreshSession()).rejects.toThrow('No refresh token found')
  expect(sent).toEqual([])
})

test('a sign-out during a refresh stays', async () => {
  rotatingServer()
  keep(expired)
  const { freshToken, signOut, $auth } = await aTab()
  const refused = expect(freshToken()).rejects.toThrow('No refresh token found')
  await signOut()
  await refused
  expect($auth.get()).toBeUndefined()
})

test('another sign-in during a refused refresh stays', async () => {
  answering(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return refusal(401)
  })
  keep(expired)
  const { freshToken, signIn, $auth } = await aTab()
  const refused = expect(freshToken()).rejects.toMatchObject({ status: 401 })
  await new Promise((resolve) => setTimeout(resolve, 1))
  signIn(aPair(3) as never)
  await refused
  expect($auth.get()).toMatchObject({ refresh_token: 'r3' })
})

test('signing out deletes the record at once and calls the server', async () => {
  rotatingServer()
  keep()
  const { signOut, $auth } = await aTab()
  const done = signOut()
  expect($auth.get()).toBeUndefined()
  await done
  expect(sent).toEqual(['/api/users/logout'])
})

test('signing out works without a server', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  keep()
  const { signOut, $auth } = await aTab()
  await signOut()
  expect($auth.get()).toBeUndefined()
})

test('another tab’s change shows at once', async () => {
  const { $auth } = await aTab()
  const seen: (string | undefined)[] = []
  const stop = $auth.listen((record) => {
    seen.push(record?.name)
  })
  const hear = (newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'auth', newValue }))
  hear(JSON.stringify(aRecord()))
  hear(null)
  stop()
  expect(seen).toEqual(['Yuki', undefined])
})

test('new facts of the person do not bring back tokens that another tab has replaced', async () => {
  keep()
  const { updateUser, $auth } = await aTab()
  expect($auth.get()).toMatchObject({ token: 'a0' })
  // The other tab's event has not come yet.
  keep({ token: 'a1', refresh_token: 'r1' })
  updateUser({ id: 7, name: 'Yuki Sato', membership: 'pro', email: 'yuki@example.com' })
  expect(kept()).toMatchObject({ name: 'Yuki Sato', membership: 'pro', token: 'a1', refresh_token: 'r1' })
})

test('a changed membership is stored, for the same person only', async () => {
  keep()
  const { updateUser, $auth } = await aTab()
  updateUser({ id: 8, name: 'Other', membership: 'pro', email: 'o@example.com' })
  expect($auth.get()).toMatchObject({ name: 'Yuki', membership: 'free' })
  updateUser({ id: 7, name: 'Yuki', membership: 'pro', email: 'yuki@example.com' })
  expect(kept()).toMatchObject({ membership: 'pro', token: 'a0' })
})
