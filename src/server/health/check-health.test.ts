import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { type Insertable, sql } from 'kysely'
import Stripe from 'stripe'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/dates/spans.ts'
import { openPayments } from '#server/billing/payments.ts'
import { storageConfig, storageUrl } from '#server/config/storage-config.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { smtpMailer } from '#server/mail/smtp-mailer.ts'
import { openStorage } from '#server/media/open-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { describeEachDatabase, sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { startMailServer } from '../../../tests/support/mail/mail-server.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { STRIPE, shopOn } from '../../../tests/support/shop/shop.ts'
import { startBucket } from '../../../tests/support/storage/bucket.ts'
import { inProcessClient } from '../../../tools/stripe-emulator/in-process-client.ts'
import { found, type HealthCheck } from './check.ts'
import { checkHealth } from './check-health.ts'

const sqlite = sqliteDatabases()

/** What each check finds; a check that breaks, with its error. */
async function findings(deps: Deps, options: Parameters<typeof checkHealth>[1] = {}) {
  const { checks } = await checkHealth(deps, options)
  return Object.fromEntries(
    checks.map(({ name, finding, facts }) => [name, finding === 'broke' ? `broke: ${facts.error}` : finding]),
  )
}

async function withStorage(storage: Storage) {
  const { deps } = accountsOn(await sqlite.open())
  return Object.defineProperty(deps, 'storage', { value: storage })
}

test('a check that throws or hangs is a failed line, and the others go on', async () => {
  const { deps } = accountsOn(await sqlite.open())
  let running = 0
  let most = 0
  const well = (name: HealthCheck['name']): HealthCheck => ({
    name,
    async run() {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      return found('ok')
    },
  })
  const checks: HealthCheck[] = [
    { name: 'mail', run: () => new Promise(() => {}) },
    {
      name: 'stripe',
      run: () => {
        throw new Error('no\nway: sk_test_abcdefgh12345678')
      },
    },
    { name: 'prices', needs: 'stripe', run: async () => found('ok') },
    { name: 'webhooks', needs: 'prices', run: async () => found('ok') },
    ...(['space', 'tools', 'jobs', 'backup', 'proof', 'search', 'shop', 'films', 'clock'] as const).map(well),
  ]
  const all = await checkHealth(deps, { checks, limitMs: 30 })
  expect(all.checks.slice(0, 5)).toMatchObject([
    { name: 'mail', state: 'failed', finding: 'late', facts: { seconds: 0.03 } },
    { name: 'stripe', state: 'failed', finding: 'broke' },
    // Whose failure it is, not the check between.
    { name: 'prices', state: 'skipped', finding: 'waits', facts: { check: 'stripe' } },
    { name: 'webhooks', state: 'skipped', finding: 'waits', facts: { check: 'stripe' } },
    { name: 'space', state: 'ok' },
  ])
  expect(all.checks.slice(4).every(({ state }) => state === 'ok')).toBe(true)
  expect(most).toBeLessThanOrEqual(6)
  expect(all.checks[1]?.facts).toEqual({ error: 'no way: sk_test_[redacted]' })
})

test('a bucket that is away, or keeps what is deleted, fails', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket.close())
  const site = new URL('https://nagare.example')
  const settings = {
    STORAGE_URL: storageUrl.parse(bucket.storageUrl),
    MEDIA_DELIVERY: 'proxy',
    SITE_URL: site,
  } as const
  const config = storageConfig(settings, '/nowhere')
  if (typeof config === 'string') throw new Error(config)
  const storage = await openStorage(config, { keys: ['k'.repeat(43)], now: () => new Date() })
  const deps = await withStorage(storage)
  expect(await findings(deps)).toMatchObject({ storage: 'ok', films: 'sentByServer' })
  for await (const key of storage.list('')) expect(key).toBeUndefined()
  bucket.fail(503)
  expect(await findings(deps)).toMatchObject({
    storage: 'broke: the bucket answers 503 (Error)',
    films: 'waits',
  })
  bucket.fail(undefined)
  const kept = new Proxy(storage, {
    get(target, name) {
      if (name === 'delete') return async () => {}
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  expect(await findings(await withStorage(kept))).toMatchObject({ storage: 'notDeleted' })
})

/** A store in memory, whose films come from `origin`. */
function memory(filmOrigin?: string, read = (bytes: Buffer) => bytes): Storage {
  const files = new Map<string, Buffer>()
  return {
    ...{ driver: 's3', filmOrigin },
    put: async (key: string, bytes: Buffer) => void files.set(key, bytes),
    stat: async (key: string) => files.get(key),
    read: async (key: string, range = { start: 0, end: Number.POSITIVE_INFINITY }) =>
      Readable.from([read(files.get(key)!).subarray(range.start, range.end + 1)]),
    delete: async (key: string) => void files.delete(key),
    signedUrl: async (key: string) => `${filmOrigin}/${key}`,
  } as unknown as Storage
}

test('a store that changes bytes or ignores ranges fails', async () => {
  const changed = memory(undefined, (bytes) => Buffer.from(bytes.toString().toUpperCase()))
  expect(await findings(await withStorage(changed))).toMatchObject({ storage: 'otherBytes' })
  const whole = memory()
  const { read } = whole
  whole.read = (key) => read(key)
  expect(await findings(await withStorage(whole))).toMatchObject({ storage: 'noRanges' })
})

test('a bucket that sends films itself must send parts, and let the pages of this site read them', async () => {
  let answer: [number, Record<string, string>] = [206, {}]
  const asked: IncomingMessage['headers'][] = []
  const server = createServer((req, res) => {
    asked.push(req.headers)
    res.writeHead(...answer).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const deps = await withStorage(memory(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  expect(await findings(deps)).toMatchObject({ films: 'noCors' })
  expect(asked[0]).toMatchObject({ origin: 'https://nagare.example', range: 'bytes=9-12' })
  answer = [206, { 'access-control-allow-origin': 'https://other.example' }]
  expect(await findings(deps)).toMatchObject({ films: 'noCors' })
  answer = [206, { 'access-control-allow-origin': 'https://nagare.example' }]
  expect(await findings(deps)).toMatchObject({ films: 'ok' })
  answer = [200, { 'access-control-allow-origin': '*' }]
  expect(await findings(deps)).toMatchObject({ films: 'noRanges' })
})

test('a mail server that refuses the sign-in or the connection fails, and nothing is sent', async () => {
  const server = await startMailServer({
    onAuth: ({ password }, _, done) => done(password === 'right' ? null : new Error('no'), { user: 'shop' }),
  })
  const { deps } = accountsOn(await sqlite.open())
  const from = { address: 'no-reply@nagare.example' }
  const at = { host: '127.0.0.1', secure: false, port: server.port, user: 'shop', password: 'right' }
  deps.mailer = smtpMailer({ from, smtp: at })
  expect(await findings(deps)).toMatchObject({ mail: 'ok' })
  deps.mailer = smtpMailer({ from, smtp: { ...at, password: 'wrong' } })
  expect(await findings(deps)).toMatchObject({ mail: 'broke: mail not accepted: EAUTH AUTH 535' })
  await server.close()
  expect((await findings(deps)).mail).toMatch(/^broke: mail not accepted: ECONNREFUSED/)
  expect(server.mails).toEqual([])
  deps.mailer = { send: deps.mailer.send, check: async () => 'kept' }
  expect(await findings(deps)).toMatchObject({ mail: 'mailsAreFiles' })
})

test('a key that Stripe refuses, prices that differ and a test mode are told', async () => {
  const { deps, emulator, stripe } = shopOn(await sqlite.open())
  expect(await findings(deps)).toMatchObject({ stripe: 'testMode', prices: 'ok', webhooks: 'noEvents' })
  const other = (values: Partial<Deps>): Deps => Object.assign(Object.create(deps), values)
  const local = other({ site: { ...deps.site, url: new URL('http://localhost:4321') } })
  expect(await findings(local)).toMatchObject({ stripe: 'ok' })
  const listed = await stripe.prices.list({ lookup_keys: ['pro_monthly'] })
  const list = vi.spyOn(stripe.prices, 'list').mockResolvedValueOnce(listed)
  expect(await findings(deps)).toMatchObject({ prices: 'pricesLack' })
  list.mockRestore()

  const stranger = new Stripe('sk_test_another', {
    httpClient: inProcessClient(emulator.api),
    telemetry: false,
  })
  const config = { mode: 'test', ...STRIPE, automaticTax: false, adaptivePricing: false } as const
  const refused = other({ payments: openPayments(config, async () => stranger) })
  expect(await findings(refused)).toMatchObject({ stripe: 'keyRefused', prices: 'waits' })
  emulator.control.fail({ kind: 'reset', times: 9 })
  expect((await findings(deps)).stripe).toMatch(/^broke: Stripe answers nothing/)
  expect(await findings(other({ payments: { mode: 'off' } }))).toMatchObject({
    ...{ stripe: 'paymentsOff', prices: 'waits', webhooks: 'paymentsOff' },
  })
})

test('a clock that is five minutes off fails, in either direction', async () => {
  const { deps, pass } = accountsOn(await sqlite.open())
  expect(await findings(deps)).toMatchObject({ clock: 'ok' })
  pass(5 * MINUTE_MS)
  expect(await findings(deps)).toMatchObject({ clock: 'clockOff' })
  pass(-10 * MINUTE_MS)
  const { checks } = await checkHealth(deps)
  const { seconds, against } = checks.find(({ name }) => name === 'clock')!.facts
  expect([against, Math.round(Number(seconds) / 10)]).toEqual(['database', 30])
})

test('a full disk fails', async () => {
  const { deps } = accountsOn(await sqlite.open())
  expect(['ok', 'nearlyFull']).toContain((await findings(deps)).space)
  // No file system has less room.
  vi.stubEnv('TMPDIR', '/proc')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { checks } = await checkHealth(deps)
  expect(checks.find(({ name }) => name === 'space')).toMatchObject({
    ...{ state: 'failed', finding: 'full', facts: { folder: 'TMPDIR', freeBytes: 0 } },
  })
})

describeEachDatabase('health of the database', (open) => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

  test('a migration that is pending, or of a newer release, fails; what needs the tables is not checked', async () => {
    const { deps } = accountsOn(await open())
    expect(await findings(deps)).toMatchObject({
      database: 'ok',
      migrations: 'ok',
      shop: 'ok',
      jobs: 'noServer',
    })
    await sql`delete from kysely_migration where name = '0028-shop'`.execute(deps.db)
    const pending = await checkHealth(deps)
    const of = (name: string) => pending.checks.find((line) => line.name === name)
    expect(of('migrations')).toMatchObject({ finding: 'pending', facts: { names: '0028-shop' } })
    expect([of('shop')?.finding, of('backup')?.finding, of('database')?.finding]).toEqual([
      'waits',
      'waits',
      'ok',
    ])
    await sql`insert into kysely_migration (name, timestamp) values ('0028-shop', '2026'), ('9999-newer', '2026')`.execute(
      deps.db,
    )
    expect(await findings(deps)).toMatchObject({
      database: expect.stringMatching(/^broke: a newer release/),
      migrations: 'waits',
    })
    await sql`delete from kysely_migration where name = '9999-newer'`.execute(deps.db)
  })

  test('jobs that nobody takes fail, by kind; those that run, wait or were turned off are well', async () => {
    const { deps } = accountsOn(await open())
    const job = (values: Partial<Insertable<Database['jobs']>>) =>
      deps.db
        .insertInto('jobs')
        .values({
          ...{ kind: 'mail', payload: '{}', state: 'null', created: ago(HOUR_MS), run_at: ago(HOUR_MS) },
          ...values,
        })
        .execute()
    await job({ kind: 'overview.figures', unique_key: 'overview.figures', run_at: ago(-HOUR_MS) })
    await deps.db
      .updateTable('jobs')
      .set({ state: `{"at":"${ago(0)}"}` })
      .execute()
    await job({ kind: 'backup', unique_key: 'backup' })
    await job({ kind: 'ingest', locked_by: 'me', locked_until: ago(-MINUTE_MS) })
    await job({ kind: 'ingest' })
    await job({ run_at: ago(MINUTE_MS) })
    expect(await findings(deps)).toMatchObject({ jobs: 'ok', failedJobs: 'ok' })
    await job({ run_at: ago(10 * MINUTE_MS), last_error: 'Error: no' })
    const { checks } = await checkHealth(deps)
    expect(checks.filter(({ name }) => /jobs$/i.test(name))).toMatchObject([
      { finding: 'nobodyWorks', facts: { kind: 'mail' } },
      { finding: 'failing', facts: { failing: 1, givenUp: 0 } },
    ])
    await deps.db.deleteFrom('jobs').where('kind', '=', 'mail').execute()
    await deps.db
      .updateTable('jobs')
      .set({ run_at: ago(HOUR_MS) })
      .where('kind', '=', 'overview.figures')
      .execute()
    expect(await findings(deps)).toMatchObject({ jobs: 'nobodyWorks' })
  })

  test('events of Stripe that wait or came late fail', async () => {
    const { deps } = shopOn(await open())
    const event = (id: string, created: number, received: number, handled: string | null) =>
      deps.db
        .insertInto('stripe_events')
        .values({
          ...{ id, type: 't', object_id: 'o', payload: '{}', handled_at: handled },
          ...{ created: ago(created), received_at: ago(received) },
        })
        .execute()
    await event('evt_1', 5 * HOUR_MS, 4 * HOUR_MS, ago(HOUR_MS))
    expect(await findings(deps)).toMatchObject({ webhooks: 'eventsLost' })
    await event('evt_2', 3 * HOUR_MS, 3 * HOUR_MS - MINUTE_MS, ago(HOUR_MS))
    await event('evt_3', 2 * MINUTE_MS, MINUTE_MS, null)
    expect(await findings(deps)).toMatchObject({ webhooks: 'ok' })
    await deps.db.updateTable('stripe_events').set({ handled_at: null }).execute()
    expect(await findings(deps)).toMatchObject({ webhooks: 'unhandled' })
  })

  test('backups: none, one, an old one, a test restore that failed or is long ago', async () => {
    const { deps } = accountsOn(await open())
    const note = (key: string, value: object) =>
      deps.db
        .insertInto('operations')
        .values({ key, value: JSON.stringify(value) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
        .execute()
    const backups = async () => {
      const { backup, proof } = await findings(deps)
      return [backup, proof]
    }
    expect(await backups()).toEqual(['noBackup', 'waits'])
    await note('backup', { at: ago(2 * DAY_MS) })
    expect(await backups()).toEqual(['ok', 'neverProven'])
    await note('backup.proof', { at: ago(DAY_MS), id: 'b' })
    expect(await backups()).toEqual(['ok', 'ok'])
    deps.backsUp = true
    expect(await backups()).toEqual(['oldBackup', 'ok'])
    deps.backsUp = false
    await note('backup', { at: ago(9 * DAY_MS) })
    await note('backup.proof', { at: ago(40 * DAY_MS), id: 'b' })
    expect(await backups()).toEqual(['oldBackup', 'neverProven'])
    await note('backup.proof', { at: ago(DAY_MS), id: 'b', fault: 'no' })
    expect(await backups()).toEqual(['oldBackup', 'unproven'])
    await note('backup.damage', { at: ago(0), fault: 'a page' })
    expect(await backups()).toEqual(['damaged', 'waits'])
  })

  test('an index of another release and a version of the shop that cannot be read are warnings', async () => {
    const { deps } = accountsOn(await open())
    await deps.db
      .insertInto('search_state')
      .values({ key: 'synonyms', value: 'of before' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'of before' }))
      .execute()
    expect(await findings(deps)).toMatchObject({ search: 'staleIndex', shop: 'ok' })
    await deps.db
      .insertInto('shop_versions')
      .values({ document: '{broken', changed: '[]', user_id: null, created: ago(0) })
      .execute()
    expect(await findings(deps)).toMatchObject({ shop: 'shopUnreadable' })
  })
})
