import { rm } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { DatabaseDamaged, fileFaults } from '#server/backup/damage/damage.ts'
import { postgresFaults, rowsByPages } from '#server/backup/damage/postgres-faults.ts'
import { copyTables } from '#server/backup/tables/copy-tables.ts'
import { openDatabase } from '#server/db/connect.ts'
import { withoutTimeout } from '#server/db/connection/without-timeout.ts'
import { isDamaged, isForeignKeyViolation } from '#server/db/database-error.ts'
import { lastMigration, migrateTo } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { withPath } from '#server/with-path.ts'

/** All at once: a copy in several steps starts again after each write. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Writes the database at one moment to a SQLite file, on either engine; visitors and editors are not disturbed. A copy
 * of PostgreSQL has no search index; a restore builds it. @throws DatabaseDamaged
 */
export async function snapshot(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) await rm(name, { force: true })
  try {
    if (files.databaseFile) await copySqlite(files.databaseFile, path)
    else await copyPostgres(db, path, signal)
  } catch (error) {
    throw isDamaged(error) ? new DatabaseDamaged([(error as Error).message]) : withPath(error, path)
  }
  const faults = await fileFaults(path, signal)
  if (faults.length > 0) throw new DatabaseDamaged(faults)
}

async function copySqlite(file: string, path: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(source, path, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
}

async function copyPostgres(db: Deps['db'], path: string, signal?: AbortSignal): Promise<void> {
  const faults = await postgresFaults(db, signal)
  if (faults.length > 0) throw new DatabaseDamaged(faults)
  const to = await openDatabase({ engine: 'sqlite', file: path })
  try {
    // Whoever backs up before an upgrade may already run the new release.
    await migrateTo(to, await lastMigration(db))
    await withoutTimeout(db, (connection) =>
      connection
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (from) => {
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(from)
          // copyTables() reads by the primary key, which may have lost rows.
          for (const { name, rows } of await copyTables({ from, to })) {
            const there = await rowsByPages(from, name)
            if (there !== rows)
              throw new DatabaseDamaged([`table ${name} has ${there} rows, and its key ${rows}`])
          }
        }),
    )
  } catch (error) {
    // A row whose parent cannot be read any more.
    if (isForeignKeyViolation(error)) throw new DatabaseDamaged([(error as Error).message])
    throw error
  } finally {
    await to.destroy()
  }
}
