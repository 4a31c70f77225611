import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { BackupDamaged, fileFaults, summaryOf } from '#server/backup/damage/damage.ts'
import { copyTables } from '#server/backup/tables/copy-tables.ts'
import type { Manifest } from '#server/backup/target/backup-files.ts'
import { unpackFile } from '#server/backup/target/packed-file.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { endRestore } from '#server/db/connection/restore-mark.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Db } from '#server/db/schema.ts'
import { makeFolder } from '#server/make-folder.ts'
import type { Storage } from '#server/media/storage.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'

/** Beside the database's own file, so that renaming is atomic. */
const unpackedFile = (config: DatabaseConfig, work: string) =>
  config.engine === 'sqlite' ? `${config.file}.restored` : join(work, 'database.db')

/** Unpacks a backup's database for the target, and returns the file. @throws BackupDamaged if any page is damaged */
export async function unpackDatabase(
  config: DatabaseConfig,
  from: Storage,
  { manifest, work, signal }: { manifest: Manifest; work: string; signal: AbortSignal },
): Promise<string> {
  const path = unpackedFile(config, work)
  for (const leftover of [path, `${path}-wal`, `${path}-shm`]) await rm(leftover, { force: true })
  await makeFolder(dirname(path))
  try {
    await unpackFile(from, manifest.database, path)
    const faults = await fileFaults(path, signal)
    if (faults.length > 0)
      throw new BackupDamaged(`the database in the backup ${manifest.id} is damaged: ${summaryOf(faults)}`)
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Makes a marked database the backup's, and takes the mark away at last. */
export async function fillDatabase(
  config: DatabaseConfig,
  path: string,
  { manifest, say }: { manifest: Manifest; say(line: string): void },
): Promise<void> {
  const file = await openDatabase({ engine: 'sqlite', file: path })
  try {
    await migrateToLatest(file)
    if (config.engine === 'postgres') await fillPostgres(config, file, say)
    else if (manifest.engine === 'postgres') await index(file, say)
  } finally {
    await file.destroy()
  }
  if (config.engine === 'sqlite') await replaceFile(config, path)
  else await rm(path, { force: true })
}

/** The marked file's log would be replayed into the new one. */
async function replaceFile(config: DatabaseConfig & { engine: 'sqlite' }, path: string): Promise<void> {
  const marked = await openDatabase(config, { restoring: true })
  await sql`pragma wal_checkpoint(truncate)`.execute(marked).finally(() => marked.destroy())
  for (const suffix of ['-wal', '-shm']) await rm(`${config.file}${suffix}`, { force: true })
  await rename(path, config.file)
}

async function fillPostgres(config: DatabaseConfig, from: Db, say: (line: string) => void): Promise<void> {
  const to = await openDatabase(config, { restoring: true })
  try {
    await migrateToLatest(to)
    await copyTables({ from, to }, ({ name, rows }) => rows > 0 && say(`${name}: ${rows} rows`))
    await index(to, say)
    await endRestore(to)
  } finally {
    await to.destroy()
  }
}

/** A clip that cannot be read must not keep the others from being restored. */
async function index(db: Db, say: (line: string) => void): Promise<void> {
  const onUnreadable = (id: number, error: unknown) =>
    say(`clip ${id} is restored, but search does not find it by its texts (${error})`)
  await rebuildIndex({ db }, { onUnreadable })
}
