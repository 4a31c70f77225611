import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayments } from '#server/billing/payments.ts'
import { parseConfig } from '#server/config/config.ts'
import { openStorage } from '#server/media/open-storage.ts'
import { parseTraceparent, Trace, traced } from '#server/trace/trace.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const ID = '0af7651916cd43dd8448eb211c80319c'
const GIVEN = `00-${ID}-b7ad6b7169203331-01`

let proxied: TestServer
let open: TestServer

beforeAll(async () => {
  proxied = await startTestServer({
    env: { TRUST_PROXY: 'on', SLOW_REQUEST_MS: '1' },
    // A page may take long on a busy machine.
    limits: { answer: 20_000 },
  })
  open = await startTestServer()
})
afterAll(() => Promise.all([proxied.close(), open.close()]))

async function lineOf(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.at(path), { headers })
  await answer.arrayBuffer()
  return server.logged.find(({ id }) => id === answer.headers.get('x-request-id'))!
}

test("the log has a trusted proxy's trace, and nobody else's", async () => {
  expect(await lineOf(proxied, '/pricing', { traceparent: GIVEN })).toMatchObject({ trace: ID })
  expect(await lineOf(open, '/pricing', { traceparent: GIVEN })).not.toHaveProperty('trace')
})

test.each([
  ['no trace', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  ['no parent', `00-${ID}-${'0'.repeat(16)}-01`],
  ['capitals', GIVEN.toUpperCase()],
  ['a version that cannot be', `ff${GIVEN.slice(2)}`],
  ['more than version 00 has', `${GIVEN}-more`],
  ['a script', '<script>'],
])('a traceparent with %s is left out', (_, header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})

test('a later version of traceparent is read as far as we know it', () => {
  expect(parseTraceparent(`01${GIVEN.slice(2)}-more`)).toEqual({ id: ID, flags: '01' })
})

test('the log says where a slow request’s time went', async () => {
  const line = await lineOf(proxied, '/s/temple')
  expect(line).toMatchObject({ level: 40, msg: 'slow request', path: '/s/…' })
  const { render, search, database, compression } = line.spent as Record<string, number>
  expect(line.queries).toBeGreaterThan(3)
  // The page also asks for what is no search, such as the categories.
  for (const part of [search, database]) expect(part).toBeGreaterThan(0)
  expect(render).toBeGreaterThanOrEqual(search!)
  expect(compression).toBeGreaterThan(0)
  expect((await lineOf(open, '/pricing')).spent).toBeUndefined()
})

test('Stripe and the bucket get the trace, and links to the bucket do not', async () => {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = []
  const service = createServer(({ url = '', headers }, res) => {
    asked.push({ url, headers })
    res.setHeader('Content-Type', 'application/json').end('{"object":"list","data":[]}')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const at = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  process.env.AWS_ACCESS_KEY_ID ??= 'key'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'secret'
  const config = parseConfig({
    ...{ SITE_URL: 'http://nagare.example', MEDIA_KEYS: 'k'.repeat(43), STRIPE_API_URL: at },
    ...{
      STRIPE_SECRET_KEY: `sk_test_${'a'.repeat(24)}`,
      STRIPE_WEBHOOK_SECRETS: 'whsec_aaaaaaaaaaaaaaaaaaaaaaaa',
    },
    ...{ STORAGE_URL: `s3://films?endpoint=${at}`, MEDIA_DELIVERY: 'redirect' },
  })
  const storage = await openStorage(config.storage, { keys: config.mediaKeys, now: () => new Date() })
  const payments = openPayments(config.payments)
  if (payments.mode === 'off') throw new Error('nothing is sold')
  const stripe = await payments.stripe()
  await traced(new Trace({ id: ID, flags: '01' }), async () => {
    await stripe.prices.list()
    await storage.stat('full/a.mp4')
    const link = await storage.signedUrl('full/a.mp4', { expiresInSeconds: 300, disposition: 'inline' })
    expect(link).not.toMatch(/traceparent/i)
  })
  service.close()
  const parents = asked.map(({ headers }) => String(headers.traceparent))
  expect(parents).toHaveLength(2)
  for (const parent of parents) expect(parent).toMatch(new RegExp(`^00-${ID}-[0-9a-f]{16}-01$`))
  expect(new Set(parents).size).toBe(2)
})
