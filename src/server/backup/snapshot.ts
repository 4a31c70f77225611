import { rm } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import { lastMigration, migrateTo } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { copyTables } from '#server/move/copy-tables.ts'

/** All at once: a copy in several steps starts again after each write. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Writes the database at one moment to a SQLite file, on either engine; visitors and editors are not disturbed. A copy
 * of PostgreSQL has no search index; a restore builds it.
 */
export async function snapshot({ db, files }: Pick<Deps, 'db' | 'files'>, path: string): Promise<void> {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) await rm(name, { force: true })
  if (!files.databaseFile) return copyPostgres(db, path)
  const source = new DatabaseSync(files.databaseFile, { readOnly: true })
  try {
    await backup(source, path, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
}

async function copyPostgres(db: Deps['db'], path: string): Promise<void> {
  const to = await openDatabase({ engine: 'sqlite', file: path })
  try {
    // Whoever backs up before an upgrade may already run the new release.
    await migrateTo(to, await lastMigration(db))
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (from) => {
        await sql`set local statement_timeout = 0`.execute(from)
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(from)
        await copyTables({ from, to })
      })
  } finally {
    await to.destroy()
  }
}
