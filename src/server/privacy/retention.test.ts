import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { IMPERSONAL, RECORDS } from '#domain/privacy/retention.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { listBackups, readManifest } from '#server/backup/target/backup-files.ts'
import { unpackFile } from '#server/backup/target/packed-file.ts'
import { billingJobs } from '#server/billing/billing-jobs.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { type DatabaseConfig, operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { outboxIn } from '#server/config/mail-config.ts'
import { sendMessage } from '#server/contact/contact-mail.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { isRecurring } from '#server/jobs/job.ts'
import { outboxMailer } from '#server/mail/outbox-mailer.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { allJobs } from '#server/start/job-list.ts'
import { makeTesterKeys } from '#server/testers/tester-keys.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { sendQueued } from '../../../tests/support/mail/mails.ts'
import { IN_LONG_TEST } from '../../../tests/support/runs.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { fillAccount } from '../../../tests/support/shop/full-account.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { forgetJob } from './forget-job.ts'

const CANARY = 'xanthippe'

const recurring = () => {
  const config = parseConfig(operatorEnvironment({}))
  const deletes = new Set<string>(Object.values(RECORDS).flatMap(({ jobs }) => jobs))
  return [...allJobs(config), ...billingJobs].filter(isRecurring).filter(({ kind }) => deletes.has(kind))
}

async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, isView }) =>
    isView || /^(?:kysely_|source_search_)/.test(name) ? [] : [name],
  )
}

/** Tables that hold the canary. */
async function hitsIn(db: Db): Promise<string[]> {
  const names = (await tablesOf(db)).filter((name) => name !== 'source_search')
  const hits: string[] = []
  for (const name of names) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    if (JSON.stringify(rows).toLowerCase().includes(CANARY)) hits.push(name)
  }
  return hits.sort()
}

async function hitsInFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const))
  return texts.filter(([, text]) => text.toLowerCase().includes(CANARY)).map(([file]) => file)
}

/** Writes the canary into every personal field, by the use cases, or by hand if that needs a shop. */
async function leaveTraces(deps: Deps, userId: number): Promise<void> {
  const { db } = deps
  await fillAccount(db, userId)
  const words = { name: 'Xanthippe', email: 'xanthippe@example.com', locale: 'en' as const }
  await sendMessage(
    deps,
    { ...words, topic: 'question', message: `${'I am Xanthippe. '.repeat(100)}` },
    {
      address: '192.0.2.1',
    },
  )
  const clicker = { token: undefined, address: '192.0.2.1', userAgent: 'xanthippe' }
  const path = '/s/xanthippe'
  await recordActivity(deps, { label: 'SEARCH_SHOWN', meta: { path, results: 2 } }, clicker)
  for (const label of ['RESULT_CLICK', 'LIKECLICK_CLICK'] as const)
    await recordActivity(deps, { label, meta: { path, id: 7 } }, clicker)
  await db.updateTable('sessions').set({ user_agent: CANARY }).execute()
  await db.updateTable('downloads').set({ licensee_name: CANARY }).execute()
  await db.updateTable('passkeys').set({ name: CANARY }).execute()
  await db.updateTable('api_keys').set({ name: CANARY }).execute()
  await db.updateTable('checkout_sessions').set({ referral: CANARY }).execute()
  await db.updateTable('subscriptions').set({ ended_at: deps.now().toISOString() }).execute()
  await db
    .updateTable('bulk_operations')
    .set({ change: JSON.stringify({ text: CANARY }), finished: deps.now().toISOString() })
    .execute()
  // Its clock is the database's, which the test cannot move.
  const ended = '2020-01-01T00:00:00.000Z'
  await db.updateTable('uploads').set({ file_name: CANARY, state: 'ready', finished: ended }).execute()
  const [key] = await makeTesterKeys(deps, { count: 1, label: 'press' })
  await db
    .updateTable('tester_keys')
    .set({ label: CANARY, revoked_at: deps.now().toISOString() })
    .where('key', '=', key!)
    .execute()
}

/** Backups of these rows, with an empty store. */
async function backupsOf(deps: Deps, config: DatabaseConfig, folder: string) {
  const signing = { keys: ['k'.repeat(43)], now: deps.now }
  const storage = await openDiskStorage(join(folder, 'media'), signing)
  const target = await openDiskStorage(join(folder, 'backups'), signing)
  const dataDir = await mkdtemp(join(folder, 'work-'))
  const files = { dataDir, ...(config.engine === 'sqlite' && { databaseFile: config.file }) }
  let made = 0
  return {
    /** Makes one more backup, and checks each kept one for the canary in any byte of its database. */
    async made({ keep }: { keep: number }): Promise<boolean[]> {
      const now = () => new Date(deps.now().getTime() + ++made * 1_000)
      const { signal } = new AbortController()
      await makeBackup({ db: deps.db, storage, files, now }, target, { keep, signal })
      const { complete } = await listBackups(target)
      const hits: boolean[] = []
      for (const id of complete) {
        const path = join(dataDir, 'unpacked.db')
        await unpackFile(target, (await readManifest(target, id)).database, path)
        hits.push((await readFile(path, 'latin1')).toLowerCase().includes(CANARY))
        await rm(path)
      }
      return hits
    },
  }
}

describeEachDatabase('personal data', (_, databases) => {
  test('is listed, every table once, with an existing job', async () => {
    const db = await databases.connect(await databases.create())
    const listed = [...Object.values(RECORDS).flatMap(({ tables }) => [...tables]), ...IMPERSONAL]
    expect(listed.toSorted()).toEqual((await tablesOf(db)).toSorted())
    const jobs = Object.values(RECORDS).flatMap((record) => [...record.jobs])
    expect(new Set(recurring().map(({ kind }) => kind))).toEqual(new Set(jobs))
  })

  test('is gone after the account and the periods: from every table, file, mail and log line', async () => {
    const config = await databases.create()
    const db = await databases.connect(config)
    const folder = await mkdtemp(join(tmpdir(), 'nagare-privacy-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { deps, pass, logged } = accountsOn(db)
    const from = { name: 'Nagare', address: 'no-reply@nagare.example' }
    deps.mailer = outboxMailer({ from, folder: outboxIn(folder), now: deps.now })
    deps.files = { dataDir: folder }
    const files = { remove: async () => {}, received: async () => 0 }
    Object.defineProperty(deps, 'uploads', { value: { files } })
    const member = await aMember(deps, { name: 'Xanthippe', email: 'xanthippe@example.com' })
    await leaveTraces(deps, member.id)
    expect((await hitsIn(db)).length).toBeGreaterThan(8)
    const exported = await text(await exportAccount(deps, member.id))
    expect(JSON.parse(exported)).toMatchObject({
      user: { name: 'Xanthippe' },
      downloads: [{ licensee_name: CANARY }],
    })
    const person = { id: member.id, membership: 'free' as const }
    const backups = await backupsOf(deps, config, folder)
    // The same code copies PostgreSQL into the same format.
    const backsUp = config.engine === 'sqlite' || IN_LONG_TEST
    if (backsUp) expect(await backups.made({ keep: 2 })).toEqual([true])
    await deleteAccount(deps, { person, password: member.password, endPayments: queueEndOfCustomer })
    await sendQueued(deps)
    // The data deleted with the account; the rest has a period.
    const waits = ['activities', 'bulk_operations', 'checkout_sessions', 'tester_keys', 'uploads']
    expect(await hitsIn(db)).toEqual(waits)
    await expect(exportAccount(deps, member.id)).rejects.toThrow()
    expect(await hitsInFiles(folder)).not.toEqual([])
    pass(4_000 * DAY_MS)
    const signal = new AbortController().signal
    for (const job of recurring()) {
      if (job.kind === 'demand.searches' || job.kind.startsWith('billing.')) continue
      await job.run(deps, { state: undefined, signal })
    }
    expect(await hitsIn(db)).toEqual([])
    expect(await hitsInFiles(folder)).toEqual([])
    // Once more, because it empties the write-ahead log.
    await forgetJob.run(deps, { state: undefined, signal })
    if (config.engine === 'sqlite') expect(await hitsInFiles(dirname(config.file))).toEqual([])
    expect(logged.filter((line) => line.toLowerCase().includes(CANARY))).toEqual([])
    if (!backsUp) return
    expect(await backups.made({ keep: 2 }), 'the older one knows, until it goes').toEqual([true, false])
    expect(await backups.made({ keep: 2 })).toEqual([false, false])
  })
})
