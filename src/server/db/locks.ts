import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import { isLocked } from '#server/db/connection/sqlite-handle.ts'
import { withPath } from '#server/with-path.ts'
import { engineOf } from './engine.ts'
import type { Db, Trx } from './schema.ts'

/** PostgreSQL knows locks by number. */
const LOCKS = { index: 7_361_722, fit: 2_208_416, admission: 5_140_923, hooks: 4_410_395, backup: 3_902_117 }
const POLL_MS = 200

/**
 * Lets one transaction at a time go on, until it ends. `index`: the search index has one writer. `fit`: its tables are
 * changed once. `admission`: files that are announced at once cannot each take the last free bytes. `hooks`: nor those
 * who add a webhook the last free place. SQLite has one writer anyway.
 */
export async function lockUntilCommit(trx: Trx, name: Exclude<keyof typeof LOCKS, 'backup'>): Promise<void> {
  if (engineOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(${LOCKS[name]})`.execute(trx)
}

/** For `$call`: the rows that a query reads stay locked until the transaction ends. */
export function lockRows(trx: Db) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    engineOf(trx) === 'postgres' ? query.forUpdate() : query
}

/**
 * Runs `work` if no other process of a PostgreSQL does; undefined if one does. The lock ends with its connection, so
 * `assertOurs` rejects once that is lost. With SQLite all processes are on one machine: see takeLock().
 */
export async function inOneProcess<Result>(
  db: Db,
  name: 'backup',
  work: (assertOurs: () => Promise<void>) => Promise<Result>,
): Promise<Result | undefined> {
  if (engineOf(db) === 'sqlite') return work(async () => {})
  return db.connection().execute(async (connection) => {
    const lock = sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCKS[name]}) as taken`
    if (!(await lock.execute(connection)).rows[0]?.taken) return undefined
    try {
      return await work(async () => void (await sql`select 1`.execute(connection)))
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS[name]})`.execute(connection).catch(() => {})
    }
  })
}

/**
 * Waits for the lock of a file, one process of this machine at a time, and returns its release. SQLite locks the file,
 * which stays empty; when a process dies, its locks end. @throws the signal's reason
 */
export async function takeLock(path: string, signal?: AbortSignal): Promise<() => void> {
  while (true) {
    const release = tryLock(path)
    if (release) return release
    signal?.throwIfAborted()
    await sleep(POLL_MS)
  }
}

/** Takes the lock of a file; undefined if another process, or this one, has it. */
export function tryLock(path: string): (() => void) | undefined {
  let file: DatabaseSync | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    file = new DatabaseSync(path, { timeout: 0 })
    file.exec('begin exclusive')
    return () => file?.close()
  } catch (error) {
    file?.close()
    if (isLocked(error)) return undefined
    throw withPath(error, path)
  }
}
