import type { Insertable, Kysely } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { sealedSecrets } from '#server/accounts/factors/sealed-secrets.ts'
import { secretOwner } from '#server/accounts/factors/totp.ts'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema.ts'
import { ownerOf } from '#server/hooks/hooks.ts'
import { isRecurring } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { startBulk } from '#server/library/bulk/operations.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { poison } from '../../../tests/support/database/poison.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { startReceiver } from '../../../tests/support/receiver.ts'
import { type Shop, STRIPE, shopOn } from '../../../tests/support/shop/shop.ts'
import { allJobs } from './job-list.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'

/** Every job of a shop with all that it can have. */
const jobs = allJobs(
  parseConfig(
    operatorEnvironment({
      ...{ SITE_URL: 'https://nagare.example', BACKUP_TARGET: '/var/backups/nagare' },
      ...{ STRIPE_SECRET_KEY: STRIPE.secretKey, STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join() },
    }),
  ),
)

interface Setting extends Shop {
  db: Kysely<Database>
  /** Runs the job once. */
  run(payload?: unknown, state?: unknown): Promise<unknown>
}

/** Poisons one of several rows and checks that the others get their turn, and that somebody is told of the bad one. */
type Poisoned = (setting: Setting) => Promise<void>

const A_JOB_EACH = 'each row is a job of its own, and jobs that fail wait for their next try'

/** A new job or loop needs an entry: a poisoned row, or the reason why none of its rows can stop another. */
const POISONED: Record<string, Poisoned | string> = {
  async 'search.rerank'({ db, run }) {
    const [bad, good] = [await aShownClip(db), await aShownClip(db)]
    await run()
    const before = await popularityOf(db, good)
    await like(db, [bad, good])
    await poison(db, { table: 'library', on: 'update', when: `NEW.id = ${bad}` })
    await expect(run()).rejects.toThrow(`clip ${bad}`)
    expect(await popularityOf(db, good)).toBeGreaterThan(before)
  },
  async 'search.choices'({ db, run, deps }) {
    const click = { user_id: null, label: 'RESULT_CLICK', created: deps.now().toISOString() } as const
    await db
      .insertInto('activities')
      .values({ ...click, meta: '{' })
      .execute()
    expect(await run()).toMatchObject({ choices: 0 })
  },
  async 'demand.searches'({ db, run, deps }) {
    const day = deps.now().toISOString().slice(0, 10)
    for (const text of ['bad', 'good']) {
      await db.insertInto('demand_searches').values({ text, created: day, stale: 1 }).execute()
      const counts = { visitors: 3, little: 0, clicked: 0 }
      await db
        .insertInto('demand_days')
        .values({ text, day, locale: 'en', ...counts })
        .execute()
    }
    await poison(db, { table: 'demand_figures', on: 'insert', when: "NEW.text = 'bad'" })
    await expect(run()).rejects.toThrow('text bad')
    const summed = await db.selectFrom('demand_figures').select('text').distinct().execute()
    expect(summed).toEqual([{ text: 'good' }])
    const uncounted = db.selectFrom('demand_searches').select('text').where('counted_at', '=', '')
    expect(await uncounted.execute(), 'the next step ran').toEqual([])
  },
  async 'demand.clips'({ db, run }) {
    const [bad, good] = [await aShownClip(db), await aShownClip(db)]
    await like(db, [bad, good])
    await poison(db, { table: 'clip_figures', on: 'insert', when: `NEW.source_id = ${bad}` })
    await expect(run()).rejects.toThrow(`clip ${bad}`)
    const told = await db.selectFrom('clip_figures').select('source_id').distinct().execute()
    expect(told).toEqual([{ source_id: good }])
  },
  'overview.figures': 'counts rows, and reads none',
  'billing.prices': 'stores two rows at once, or none',
  async 'accounts.cleanSessions'({ db, run }) {
    const user_id = await aUser(db)
    const device = { secret_hash: 'd', user_id, session_id: 's', created: LONG_AGO, expires_at: LONG_AGO }
    await db.insertInto('known_devices').values(device).execute()
    await db.insertInto('rate_limits').values({ key: 'old', points: 1, expire: 0 }).execute()
    await poison(db, { table: 'known_devices', on: 'delete' })
    await expect(run()).rejects.toThrow('step devices')
    expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([])
  },
  async 'accounts.factorUpkeep'({ db, run, deps }) {
    const [older, newer] = ['k'.repeat(43), 'n'.repeat(43)]
    const [bad, good] = [await aUser(db), await aUser(db)]
    for (const user_id of [bad, good]) {
      const sealed_secret = sealedSecrets([older]).seal('water', secretOwner(user_id))
      await db
        .insertInto('authenticator_apps')
        .values({ user_id, sealed_secret, created: LONG_AGO, confirmed_at: LONG_AGO, last_used: null })
        .execute()
    }
    deps.secrets = sealedSecrets([newer, older])
    await poison(db, { table: 'authenticator_apps', on: 'update', when: `NEW.user_id = ${bad}` })
    await expect(run()).rejects.toThrow(`account ${bad}`)
    const apps = await db.selectFrom('authenticator_apps').selectAll().orderBy('user_id').execute()
    expect(apps.map(({ sealed_secret }) => deps.secrets.isNewest(sealed_secret))).toEqual([false, true])
  },
  async 'mail.clean'({ db, run }) {
    await queueJob(db, { kind: 'old', payload: {} })
    await db.updateTable('jobs').set({ finished_at: LONG_AGO }).execute()
    const token = { token_hash: 't', user_id: await aUser(db), purpose: 'verifyEmail', email: '' } as const
    await db
      .insertInto('mail_tokens')
      .values({ ...token, created: LONG_AGO, expires_at: LONG_AGO, used_at: null })
      .execute()
    await poison(db, { table: 'mail_tokens', on: 'delete' })
    await expect(run()).rejects.toThrow('step tokens')
    expect(await db.selectFrom('jobs').select('id').execute()).toEqual([])
  },
  async 'privacy.forget'({ db, run }) {
    await db
      .insertInto('activities')
      .values({ user_id: null, label: 'RESULT_CLICK', created: LONG_AGO, meta: '{}' })
      .execute()
    const operation = { user_id: null, change: '{}', ids: '[]', total: 0, undoes: null, created: LONG_AGO }
    await db
      .insertInto('bulk_operations')
      .values({ ...operation, finished: LONG_AGO })
      .execute()
    await poison(db, { table: 'activities', on: 'delete' })
    await expect(run()).rejects.toThrow('step clicks')
    expect(await db.selectFrom('bulk_operations').select('id').execute()).toEqual([])
  },
  mail: A_JOB_EACH,
  'set-sheet': A_JOB_EACH,
  'clip-tile': A_JOB_EACH,
  async 'hooks.due'({ db, run }) {
    const [bad, good] = [await aHook(db), await aHook(db)]
    await poison(db, { table: 'jobs', on: 'insert', when: `NEW.unique_key = 'hooks.send:${bad}'` })
    await expect(run()).rejects.toThrow(`hook ${bad}`)
    const queued = db.selectFrom('jobs').select('unique_key').where('kind', '=', 'hooks.send')
    expect(await queued.execute()).toEqual([{ unique_key: `hooks.send:${good}` }])
  },
  async 'hooks.send'({ db, run, deps }) {
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    deps.privateReceivers = ['127.0.0.1']
    const hook = await aHook(db, receiver.url, deps)
    const { id } = await db.selectFrom('hook_deliveries').select('id').orderBy('id').executeTakeFirstOrThrow()
    await poison(db, { table: 'hook_deliveries', on: 'update', when: `NEW.id = ${id}` })
    await expect(run({ hook })).rejects.toThrow(`event ${id}`)
    const done = db.selectFrom('hook_deliveries').select('id').where('due', 'is', null)
    expect([(await done.execute()).length, receiver.received.length]).toEqual([1, 2])
  },
  'clip-texts': A_JOB_EACH,
  'remove-files': A_JOB_EACH,
  'backup.proof': 'one backup',
  'uploads.clean': 'tested beside it',
  'clips.looks': 'tested beside it',
  'clip-file': A_JOB_EACH,
  async 'files.sweep'({ db, run }) {
    const files = ['gif', 'webp'] as const
    const clip = await aShownClip(db)
    for (const kind of files) {
      const file = { source_id: clip, cloudpath: '', kind, params: '', storage_key: `made/${kind}` }
      const size = { state: 'ready' as const, width: 1, height: 1, bytes: 99e9 }
      await db
        .insertInto('renditions')
        .values({ ...file, ...size, used: LONG_AGO })
        .execute()
    }
    await poison(db, { table: 'renditions', on: 'delete', when: "OLD.kind = 'gif'" })
    await expect(run()).rejects.toThrow('file ')
    expect(await db.selectFrom('renditions').select('kind').execute()).toEqual([{ kind: 'gif' }])
  },
  'shop.announcement': 'one announcement',
  'shop.legal': 'queues a mail for each, all or none, by ids alone',
  async 'category-move'({ db, run }) {
    const [bad, good] = [await aShownClip(db), await aShownClip(db)]
    await aShownClip(db, { category: 'sea' })
    await poison(db, { table: 'library', on: 'update', when: `NEW.id = ${bad}` })
    await expect(run({ from: 'temple', to: 'sea' })).rejects.toThrow(`clip ${bad}`)
    const left = await db.selectFrom('library').select('id').where('category', '=', 'temple').execute()
    expect(left).toEqual([{ id: bad }])
    const { category } = await db
      .selectFrom('medias')
      .select('category')
      .where('source_id', '=', good)
      .executeTakeFirstOrThrow()
    expect(category).toBe('sea')
    const still = db.selectFrom('categories').select('key').where('key', '=', 'temple')
    expect(await still.execute()).toHaveLength(1)
  },
  async 'library.publish-due'({ db, run, deps }) {
    const publish_at = new Date(deps.now().getTime() - DAY_MS).toISOString()
    const draft = { state: 'draft', ai: 0, publish_at } as const
    const [bad, good] = [await aShownClip(db, draft), await aShownClip(db, draft)]
    await poison(db, { table: 'library', on: 'update', when: `NEW.id = ${bad}` })
    expect(await run()).toEqual({ published: 1 })
    expect(await db.selectFrom('sources').select('id').execute()).toEqual([{ id: good }])
    expect(await db.selectFrom('publish_failures').select('source_id').execute()).toEqual([
      { source_id: bad },
    ])
  },
  async 'library.empty-trash'({ db, run }) {
    const old = { state: 'hidden', trashed_at: '2026-01-01T00:00:00.000Z' } as const
    const [bad, good] = [await aShownClip(db, old), await aShownClip(db, old)]
    await poison(db, { table: 'library', on: 'delete', when: `OLD.id = ${bad}` })
    await expect(run()).rejects.toThrow(`clip ${bad}`)
    expect(await db.selectFrom('library').select('id').where('id', '=', good).execute()).toEqual([])
  },
  async 'library-bulk'({ db, run, deps }) {
    const ids = [await aShownClip(db), await aShownClip(db)]
    await aUser(db)
    const person = { id: await aUser(db, { role: 'editor' }), membership: 'free', role: 'editor' } as const
    await startBulk(deps, person, { ids, change: { kind: 'creator', user_name: 'Mio' } })
    await poison(db, { table: 'library', on: 'update', when: `NEW.id = ${ids[0]}` })
    await run()
    const operation = await db.selectFrom('bulk_operations').selectAll().executeTakeFirstOrThrow()
    expect(operation).toMatchObject({ changed: 1, refused: '{"failed":1}', finished: expect.any(String) })
    expect(operation.failed).toContain(`"id":${ids[0]}`)
  },
  async 'billing.endCustomer'(setting) {
    const { db, run } = setting
    const [bad, good] = await twoSubscriptions(setting)
    await db.updateTable('subscriptions').set({ end_reason: 'accountGone' }).execute()
    failAtStripe(setting, bad)
    await expect(run({ customer: null, subscriptions: [bad, good], sessions: [] })).rejects.toThrow(bad)
    expect(await statuses(db)).toEqual({ [bad]: 'active', [good]: 'canceled' })
  },
  'billing.ends': 'queues a mail for each, all or none, by ids alone',
  'sets.announceEnds': 'queues a mail for each, all or none, by ids alone',
  backup: 'one backup',
  'billing.event': A_JOB_EACH,
  'billing.updateCustomer': A_JOB_EACH,
  async 'billing.events'({ db, run, deps, stripe }) {
    const created = Math.floor(deps.now().getTime() / 1000)
    const type = 'customer.subscription.updated'
    const event = (id: string, given: object) => ({
      id,
      created,
      type,
      data: { object: { id: 'sub_1' } },
      ...given,
    })
    const list = async function* () {
      yield* [event('evt_bad', { type: 7 }), event('evt_good', {})]
    }
    vi.spyOn(stripe.events, 'list').mockImplementation(list as never)
    await expect(run()).resolves.toMatchObject({ missed: 1 })
    expect(await db.selectFrom('stripe_events').select('id').execute()).toEqual([{ id: 'evt_good' }])
  },
  async 'billing.all'(setting) {
    const { db, run } = setting
    const [bad, good] = await twoSubscriptions(setting)
    await db.updateTable('subscriptions').set({ status: 'past_due' }).execute()
    failAtStripe(setting, bad)
    await expect(run()).rejects.toThrow('1 subscriptions could not be compared')
    expect(await statuses(db)).toEqual({ [bad]: 'past_due', [good]: 'active' })
  },
  async 'billing.renewals'(setting) {
    const { db, run, deps } = setting
    const [bad, good] = await twoSubscriptions(setting)
    await db.deleteFrom('jobs').execute()
    const current_period_end = new Date(deps.now().getTime() + 3 * DAY_MS).toISOString()
    await db.updateTable('subscriptions').set({ plan: 'pro_yearly', current_period_end }).execute()
    await poison(db, { table: 'subscriptions', on: 'update', when: `NEW.id = '${bad}'` })
    await expect(run()).rejects.toThrow(bad)
    const mails = await db.selectFrom('jobs').select('payload').execute()
    expect(mails.map(({ payload }) => JSON.parse(payload).subscription)).toEqual([good])
  },
  async 'billing.moves'(setting) {
    const { db, run } = setting
    const [bad, good] = await twoSubscriptions(setting)
    const { plan, amount } = await db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
    const move = { move_state: 'waiting', move_amount: amount, amount: 1 } as const
    await db
      .updateTable('subscriptions')
      .set({ ...move, plan })
      .execute()
    failAtStripe(setting, bad)
    await expect(run()).rejects.toThrow(bad)
    const planned = db.selectFrom('subscriptions').select('id').where('move_at', 'is not', null)
    expect(await planned.execute()).toEqual([{ id: good }])
  },
  async 'billing.clean'({ db, run }) {
    const event = { type: 'x', payload: '{}', created: LONG_AGO, received_at: LONG_AGO, handled_at: LONG_AGO }
    await db
      .insertInto('stripe_events')
      .values({ ...event, id: 'evt_1', object_id: 'sub_1' })
      .execute()
    await db
      .insertInto('checkout_sessions')
      .values({
        ...{ status: 'failed', plan: 'pro_yearly', idempotency_key: 'cs:1', created: LONG_AGO, referral: '' },
        ...{ user_id: null, stripe_id: null, url: null, expires_at: null },
      })
      .execute()
    await poison(db, { table: 'stripe_events', on: 'delete' })
    await expect(run()).rejects.toThrow('step events')
    expect(await db.selectFrom('checkout_sessions').select('created').execute()).toEqual([])
  },
}

/** An address with two events that are due. */
async function aHook(db: Kysely<Database>, url = 'https://hooks.example/', deps?: Shop['deps']) {
  const secret = deps?.secrets.seal(`whsec_${'k'.repeat(32)}`, ownerOf(url)) ?? ''
  const row = { url, events: '[]', secret, created: LONG_AGO }
  const { id } = await db.insertInto('hooks').values(row).returning('id').executeTakeFirstOrThrow()
  const event = { hook_id: id, event_id: 'msg_1', type: 'member.left', data: '{"member":7}' } as const
  const times = { created: LONG_AGO, queued: LONG_AGO, due: LONG_AGO }
  await db
    .insertInto('hook_deliveries')
    .values([
      { ...event, ...times },
      { ...event, ...times },
    ])
    .execute()
  return id
}

async function aShownClip(
  db: Kysely<Database>,
  source: Partial<Insertable<Database['library']>> = {},
): Promise<number> {
  const { id } = await aClip(db, { source })
  await db.transaction().execute((trx) => indexSource(trx, id))
  return id
}

async function like(db: Kysely<Database>, ids: number[]): Promise<void> {
  const user_id = await aUser(db)
  const created = new Date().toISOString()
  await db
    .insertInto('likes')
    .values(ids.map((source_id) => ({ user_id, source_id, created })))
    .execute()
}

async function popularityOf(db: Kysely<Database>, id: number): Promise<number> {
  const clip = db.selectFrom('library').select('popularity').where('id', '=', id)
  return (await clip.executeTakeFirstOrThrow()).popularity
}

async function twoSubscriptions({ db, buy, settle }: Setting): Promise<[string, string]> {
  for (const id of [await aUser(db), await aUser(db)]) await buy(id)
  await settle()
  const [one, other] = await db.selectFrom('subscriptions').select('id').orderBy('id').execute()
  return [one!.id, other!.id]
}

function failAtStripe({ emulator }: Setting, id: string): void {
  emulator.control.fail({ kind: 'status', status: 400, route: `GET /v1/subscriptions/${id}`, times: 9 })
}

async function statuses(db: Kysely<Database>): Promise<Record<string, string>> {
  const rows = await db.selectFrom('subscriptions').select(['id', 'status']).execute()
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}

test('each job says what one bad row of it does', () => {
  expect(Object.keys(POISONED).toSorted()).toEqual(jobs.map(({ kind }) => kind).toSorted())
})

describeEachDatabase('one bad row does not stop the others', (open) => {
  for (const job of jobs) {
    const poisoned = POISONED[job.kind]
    if (typeof poisoned !== 'function') continue
    test(`of ${job.kind}`, async () => {
      const db = await open()
      const shop = shopOn(db)
      const { signal } = new AbortController()
      const run = (payload: unknown = {}, state?: unknown) =>
        isRecurring(job)
          ? job.run(shop.deps, { state, signal })
          : job.run(shop.deps, payload, { id: 1, attempts: 1, signal })
      await poisoned({ ...shop, db, run })
    })
  }
})
