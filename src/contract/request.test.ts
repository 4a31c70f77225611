import { afterEach, expect, test, vi } from 'vitest'
import { login } from '#contract/accounts/account-calls.ts'
import { listPage, lists } from './lists.ts'
import { addressOf, type RequestOptions, request } from './request.ts'

function fetchWith(answer: Response) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => answer)
  vi.stubGlobal('fetch', fetched)
  return async (options: RequestOptions) => {
    const value = await request(login, undefined, options)
    const [, init] = fetched.mock.calls[0] ?? []
    return { value, init, headers: new Headers(init?.headers) }
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('Basic carries a password in any script, and colons in it', async () => {
  const send = fetchWith(Response.json({}))
  const { headers } = await send({ basic: { email: 'yuki@example.com', password: '日本語:のパス' } })
  const sent = headers.get('authorization')?.replace('Basic ', '') ?? ''
  expect(Buffer.from(sent, 'base64').toString()).toBe('yuki@example.com:日本語:のパス')
})

test('a token is sent as a bearer, and nothing without one', async () => {
  expect((await fetchWith(Response.json({}))({ token: 't' })).headers.get('authorization')).toBe('Bearer t')
  expect((await fetchWith(Response.json({}))({})).headers.has('authorization')).toBe(false)
})

test.each([
  [lists.all, '/api/medias/search?offset=40'],
  [lists.search('rain', { sort: 'newest' }), '/api/medias/search?q=rain&sort=newest&offset=40'],
  [lists.search('', { sort: 'newest' }), '/api/medias/search?sort=newest&offset=40'],
])('the next page of %s keeps its filters', (list, address) => {
  expect(addressOf(listPage(list), { offset: 40 })).toBe(address)
})

test('an answer without a body is undefined', async () => {
  expect((await fetchWith(new Response(null, { status: 204 }))({})).value).toBeUndefined()
})

test('a refusal has the server’s retry time', async () => {
  const refused = (headers = {}) => fetchWith(Response.json({ status: 'BUSY' }, { status: 503, headers }))({})
  await expect(refused({ 'retry-after': '12' })).rejects.toMatchObject({ status: 503, retryAfterSeconds: 12 })
  await expect(refused()).rejects.toMatchObject({ retryAfterSeconds: undefined })
  const day = { 'retry-after': 'Sun, 22 Nov 2026 10:00:00 GMT' }
  await expect(refused(day)).rejects.toMatchObject({ retryAfterSeconds: undefined })
})

test('keepalive is set only on request', async () => {
  expect((await fetchWith(Response.json({}))({ keepalive: true })).init?.keepalive).toBe(true)
  expect((await fetchWith(Response.json({}))({})).init).not.toHaveProperty('keepalive')
})

test('a silent server times out after fifteen seconds, or on abort', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const [late, left] = [new AbortController(), new AbortController()]
  const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const asked = [undefined, left.signal].map((signal) => request(login, undefined, signal ? { signal } : {}))
  expect(patience).toHaveBeenCalledWith(15_000)
  left.abort(new Error('left'))
  late.abort(new Error('late'))
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual([
    'late',
    'left',
  ])
})

test('a foreign failure, such as a proxy’s page, has no code', async () => {
  const page = new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad gateway' })
  const answer = { status: 'UNEXPECTED', message: 'Bad gateway', request_id: '' }
  await expect(fetchWith(page)({})).rejects.toMatchObject({ status: 502, answer })
})
