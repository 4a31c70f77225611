import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { postgresDatabases, sqliteDatabases } from '../../support/database/databases.ts'
import { aClip } from '../../support/database/rows.ts'
import { askServer } from '../../support/http/ask.ts'
import { exampleOf, type Places } from '../../support/http/routes.ts'
import { IN_LONG_TEST, runs } from '../../support/runs.ts'
import { aMember } from '../../support/shop/members.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

const NAMES = ['offset', 'q', 'filepath', 'promo', 'curated', 'source', 'disposition', 'locale', 'referral']

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** JSON texts for any place of a value. */
const ODD = [
  ...['null', 'true', '-1', '0.5', '1e400', '9007199254740993', '""', '{}', '[]', '[[1]]', '[null]'],
  ...['"\\u0000"', '"a\\u0000b"', '"a\\u0000@b"', '"\\ud800"', '"\\u202e"', '"\\uffff@\\udc00"'],
  ...['{"__proto__":{"a":1}}', '{"constructor":1}', '{"a":"\\u0000"}', '{"\\u0000":1}', '[1e300]', '[-1]'],
  ...[deep(400), deep(5_000), deepObject(400), deepObject(2_000), `"${'é'.repeat(20_000)}"`],
]
const value = fc.oneof(fc.constantFrom(...ODD), fc.json({ maxDepth: 4 }))
const whole = fc.oneof(value, fc.string({ unit: 'binary' }), fc.constantFrom('', '[', '{"a":', deep(30_000)))

interface Write {
  method: string
  path: string
  body: string
}

/** Texts in place of values that exist only with a shop. */
const PLACES: Places = {
  ...{ clip: '{clip}', cloudpath: '{cloudpath}', licence: '{licence}' },
  ...{ promo: '{promo}', curated: '{curated}' },
}
const API = allCalls.map(([name, { example = {} }]) => ({ example, ...exampleOf(name, PLACES) }))

/** Each call with a whole body, and with its own body but one odd field. */
const WRITES = API.filter(({ method }) => method !== 'GET').flatMap(({ method, path, body, example }) => {
  const fields = Object.entries({ ...body, ...example }).filter(([field]) => field in (body ?? {}))
  const withOdd = (odd: string) => (text: string) => {
    const texts = fields.map(([field, own]) => `"${field}":${field === odd ? text : JSON.stringify(own)}`)
    return `{${texts.join(',')}}`
  }
  const ways = [(text: string) => text, ...fields.map(([field]) => withOdd(field))]
  return ways.map(
    (written) =>
      (text: string): Write => ({ method, path, body: written(text) }),
  )
})
const write = fc
  .tuple(fc.constantFrom(...WRITES), fc.oneof(whole, value))
  .map(([written, text]) => written(text))
/** PostgreSQL takes fewer of them than SQLite. Every route gets each in the long test, one of them in the quick one. */
const WORST = [`{"a":${deep(20_000)}}`, deep(5_000), '"a\\u0000@b"']

describe.each([sqliteDatabases(), postgresDatabases()])('any body ($engine)', (databases) => {
  let server: TestServer
  let clip: Awaited<ReturnType<typeof aClip>>

  beforeAll(async () => {
    const config = await databases.create()
    const env: Record<string, string> = { LOG_LEVEL: 'error', TRUST_PROXY: 'on' }
    if (config.engine === 'postgres') env.DATABASE_URL = config.url
    server = await startTestServer({ env, limits: PATIENT })
    clip = await aClip(server.deps.db)
    const { id } = await aMember(server.deps, { admin: true })
    const set = { source_ids: [clip.id], expires_in_days: 7 }
    await createPromotion(server.deps, { id, membership: 'pro' }, { promo_name: 'Spring', ...set })
    await createCollection(server.deps, { id, membership: 'pro' }, { curated_name: 'Rain', ...set })
  })
  afterAll(async () => {
    await server.close()
    await databases.close()
  })

  const placed = (path: string) =>
    path
      .replaceAll('%7Bclip%7D', String(clip.id))
      .replaceAll('%7Bcloudpath%7D', encodeURIComponent(clip.cloudpath))
      .replaceAll('%7Bpromo%7D', 'spring')
      .replaceAll('%7Bcurated%7D', 'rain')
      .replaceAll('%7Blicence%7D', 'none')

  /** As the admin, who gets furthest. */
  async function expectNoFault(method: string, path: string, body?: string): Promise<void> {
    const { access_token } = await signIn(server.deps, { userId: 1, userAgent: 'test' })
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await askServer(server, method, placed(path), { headers, body })
    const said = await answer.text()
    // Nothing is sold here.
    if (answer.status === 503 && said.includes('PAYMENTS_OFF')) return
    expect(answer.status, `${method} ${path} ${body?.slice(0, 200)} → ${said.slice(0, 200)}`).toBeLessThan(
      500,
    )
  }

  test('causes no server error, on any route', { timeout: 240_000 }, async () => {
    const property = fc.asyncProperty(write, ({ method, path, body }) => expectNoFault(method, path, body))
    const worst = IN_LONG_TEST || databases.engine === 'postgres' ? WORST : []
    const examples = WRITES.flatMap((written, n) =>
      worst.filter((_, k) => IN_LONG_TEST || k === n % worst.length).map((text): [Write] => [written(text)]),
    )
    await fc.assert(property, { numRuns: examples.length + runs(2_000), examples })
  })

  test.runIf(IN_LONG_TEST || databases.engine === 'sqlite')('nor does any query', async () => {
    for (const { method, path } of API) {
      const own = [...new URL(placed(path), server.url).searchParams.keys()]
      for (const names of [NAMES, ...own.map((name) => [name])]) {
        const url = new URL(placed(path), server.url)
        for (const name of names) url.searchParams.set(name, 'a\u0000')
        await expectNoFault(method, url.pathname + url.search)
      }
    }
  })
})
