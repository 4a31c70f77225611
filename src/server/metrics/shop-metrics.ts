import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { isUnderWay, UPLOAD_STATES, type UploadState } from '#domain/studio/uploads/upload-states.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readBackupTrouble, readLastBackup } from '#server/overview/operations.ts'

/** Prometheus gives up after ten seconds by default. */
const TIMEOUT_MS = 3_000

/** Where the database and the files are, and what to watch there. */
interface Shop extends Pick<Deps, 'db' | 'now' | 'backsUp'> {
  /** Folders whose disk may fill up, by name. */
  folders: Readonly<Record<string, string>>
}

/** Uploads that wait, run or have failed. Finished ones are not counted: they only grow. */
const COUNTED: UploadState[] = [...UPLOAD_STATES.filter(isUnderWay), 'failed']

/**
 * Metrics of the whole shop's database and disks, read at each scrape. Without a database they are absent, and
 * `nagare_database_up` is 0.
 */
export function watchShop(registry: Registry, { db, now, backsUp, folders }: Shop): void {
  let reading: Promise<unknown> | undefined
  // Every gauge waits for the same reading.
  const collect = () => {
    reading ??= Promise.all([readDatabase(), readDisks()]).finally(() => {
      reading = undefined
    })
    return reading.then(() => {})
  }
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect })
  const up = gauge('nagare_database_up', 'Whether the database answers')
  const jobs = gauge('nagare_jobs', 'Background jobs by kind and state', ['kind', 'state'])
  const waiting = gauge('nagare_job_oldest_due_seconds', 'How long the oldest due job has waited', ['kind'])
  const webhooks = gauge('nagare_webhooks_unhandled', 'Stored webhooks that are not handled yet')
  const webhookAge = gauge('nagare_webhook_oldest_unhandled_seconds', 'Age of the oldest of them')
  const uploads = gauge('nagare_uploads', 'Uploads under way and failed ones, by state', ['state'])
  const backup = gauge(
    'nagare_backup_last_success_timestamp_seconds',
    'When the last backup was made; 0 if none has been. Absent where the server makes none',
  )
  const damaged = gauge(
    'nagare_backup_damaged',
    'Whether the last backup found the database damaged, or the newest backup cannot be restored',
  )
  const free = gauge('nagare_disk_free_bytes', 'Room that the server has on the disk of a folder', ['folder'])
  const size = gauge('nagare_disk_size_bytes', 'Size of the disk of a folder', ['folder'])

  const age = (at: string | null) => (at ? Math.max(0, (now().getTime() - Date.parse(at)) / 1000) : 0)

  async function readDatabase(): Promise<void> {
    // Kinds without jobs must disappear; a gauge without labels is only gone when removed.
    for (const gauge of [jobs, waiting, uploads]) gauge.reset()
    for (const gauge of [webhooks, webhookAge, backup, damaged]) gauge.remove()
    const read = Promise.all([
      readJobs(db),
      readWebhooks(db),
      readUploads(db),
      readLastBackup(db),
      readBackupTrouble({ db, now, backsUp }),
    ])
    const rows = await Promise.race([read, sleep(TIMEOUT_MS, undefined, { ref: false })]).catch(
      () => undefined,
    )
    up.set(rows ? 1 : 0)
    if (!rows) return
    const [jobRows, webhook, uploadRows, last, trouble] = rows
    for (const { kind, state, count, oldest } of jobRows) {
      jobs.set({ kind, state }, Number(count))
      if (state === 'due') waiting.set({ kind }, age(oldest))
    }
    webhooks.set(Number(webhook.count))
    webhookAge.set(age(webhook.oldest))
    if (backsUp) backup.set(last ? Date.parse(last.at) / 1000 : 0)
    damaged.set(trouble === 'damaged' || trouble === 'unproven' ? 1 : 0)
    for (const { state, count } of uploadRows) uploads.set({ state }, Number(count))
  }

  async function readDisks(): Promise<void> {
    for (const [folder, path] of Object.entries(folders)) {
      const disk = await statfs(path).catch(() => undefined)
      if (!disk) continue
      free.set({ folder }, disk.bavail * disk.bsize)
      size.set({ folder }, disk.blocks * disk.bsize)
    }
  }
}

function readJobs(db: Db) {
  const now = databaseTime(db)
  return db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'kind',
      sql<'due' | 'running' | 'later' | 'given_up'>`case when finished_at is not null then 'given_up'
        when locked_until > ${now} then 'running' when run_at <= ${now} then 'due' else 'later' end`.as(
        'state',
      ),
      fn.countAll().as('count'),
      fn.min('run_at').as('oldest'),
    ])
    .groupBy(['kind', 'state'])
    .execute()
}

function readWebhooks(db: Db) {
  return db
    .selectFrom('stripe_events')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('received_at').as('oldest')])
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
}

function readUploads(db: Db) {
  return db
    .selectFrom('uploads')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where('state', 'in', COUNTED)
    .groupBy('state')
    .execute()
}
