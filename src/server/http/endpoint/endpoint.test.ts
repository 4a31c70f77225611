import { EventEmitter } from 'node:events'
import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { endpoint, parse, queryOf } from './endpoint.ts'

function testContext() {
  const logged: { level: number }[] = []
  const log = watchedLogger('info', { write: (line) => logged.push(JSON.parse(line)) })
  let kept: unknown
  const cache = { set: (options: unknown) => (kept = options) }
  const context = {
    locals: { deps: { log, events: new EventEmitter() }, requestId: 'id-1' },
    cache,
  } as unknown as APIContext
  return { context, logged, kept: () => kept }
}

test('a handler’s result is sent as JSON with no-store', async () => {
  const answer = await endpoint(async () => ({ likes: 1 }))(testContext().context)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({ likes: 1 })
})

test('undefined is 204, and a Response is sent unchanged', async () => {
  const { context } = testContext()
  expect((await endpoint(() => undefined)(context)).status).toBe(204)
  const own = new Response('moved', { status: 302 })
  expect(await endpoint(() => own)(context)).toBe(own)
})

test('an error removes what was said of caching', async () => {
  const { context, kept } = testContext()
  const fail = () => {
    context.cache.set({ maxAge: 60, tags: ['clips'] })
    throw new AppError('notFound')
  }
  await endpoint(fail)(context)
  expect(kept()).toBe(false)
})

test.each([
  ['signInRequired', 401, 'SIGN_IN_REQUIRED', { 'www-authenticate': 'Bearer' }],
  ['upgradeRequired', 403, 'UPGRADE_REQUIRED', {}],
  ['signInFailed', 401, 'SIGN_IN_FAILED', { 'www-authenticate': 'Bearer' }],
  ['tokenInvalid', 401, 'TOKEN_INVALID', { 'www-authenticate': 'Bearer' }],
  ['unavailable', 503, 'UNAVAILABLE', { 'retry-after': '5' }],
  ['storageFull', 507, 'STORAGE_FULL', {}],
] as const)('%s is answered %i %s', async (code, status, text, headers) => {
  const answer = await endpoint(() => {
    throw new AppError(code, 'in short')
  })(testContext().context)
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'cache-control': 'no-store', ...headers })
  expect(await answer.json()).toMatchObject({
    status: text,
    message: expect.stringContaining('in short'),
    request_id: 'id-1',
  })
})

test('an unexpected error is logged once and not revealed', async () => {
  const { context, logged } = testContext()
  const answer = await endpoint(() => Promise.reject(new Error('password of the database')))(context)
  expect(answer.status).toBe(500)
  expect((await answer.text()).includes('password')).toBe(false)
  expect(logged).toMatchObject([{ level: 50, id: 'id-1' }])
})

test('an expected refusal is not logged', async () => {
  const { context, logged } = testContext()
  await endpoint(() => Promise.reject(new AppError('mediaNotFound')))(context)
  expect(logged).toEqual([])
})

test('a refusal has Retry-After, and busy is not logged', async () => {
  const { context, logged } = testContext()
  for (const [code, status] of [
    ['tooManyRequests', 429],
    ['busy', 503],
  ] as const) {
    const refuse = () => Promise.reject(new AppError(code, '', { retryAfterSeconds: 7 }))
    const answer = await endpoint(refuse)(context)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '7'])
  }
  expect(logged).toEqual([])
})

test('input is parsed, or the first wrong field is named', () => {
  const schema = z.object({ offset: z.string().check(z.regex(/^\d+$/, 'must be a whole number')) })
  expect(parse(schema, { offset: '40' })).toEqual({ offset: '40' })
  expect(() => parse(schema, { offset: 'x' })).toThrow('offset: must be a whole number')
})

test('the first of repeated names counts', () => {
  expect(queryOf(new URL('http://x/?q=a&q=b&offset=1'))).toEqual({ q: 'a', offset: '1' })
})
