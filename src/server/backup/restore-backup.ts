import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config, DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { knowsMigration, migrateToLatest } from '#server/db/migrate.ts'
import type { Db } from '#server/db/schema.ts'
import { eachKey } from '#server/media/each-key.ts'
import type { Storage } from '#server/media/storage.ts'
import { copyTables } from '#server/move/copy-tables.ts'
import { allowWrites } from '#server/move/write-stop.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { listBackups, type Manifest, mediaKey, readManifest } from './backup-files.ts'
import { type ListedObject, MediaList } from './media-list.ts'
import { spool, unpackFile } from './packed-file.ts'

/** The operator must do something first. */
export class RestoreRefused extends Error {}

interface Place {
  dataDir: Config['dataDir']
  database: DatabaseConfig
  storage: Storage
}

interface RestoreOptions {
  /** Time or id; restores the latest backup up to then. */
  at?: string | undefined
  signal: AbortSignal
  say(line: string): void
}

export interface Restored {
  manifest: Manifest
  /** Keys of objects that are missing or damaged in the backup. */
  lost: string[]
}

/**
 * Restores a backup into a database without tables and a store without files, on either engine. The database comes
 * last. Call it again to continue a killed run. @throws RestoreRefused, BackupDamaged
 */
export async function restoreBackup(
  place: Place,
  target: Storage,
  { at, signal, say }: RestoreOptions,
): Promise<Restored> {
  const marker = join(place.dataDir, 'restore-under-way')
  const underWay = await readFile(marker, 'utf8').catch(() => undefined)
  const id = await chooseBackup(target, at)
  const manifest = await readManifest(target, id)
  if (!knowsMigration(manifest.migration))
    throw new RestoreRefused(
      `backup ${id} was made by release ${manifest.release}, which is newer: use that release`,
    )
  if (underWay === undefined) await refuseUsed(place)
  else if (underWay !== id)
    throw new RestoreRefused(`a restore of ${underWay} is not finished: go on with --at ${underWay}`)
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(marker, id, { mode: 0o600 })
  const work = join(place.dataDir, 'restore')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { mode: 0o700 })
  try {
    const lost = await restoreMedia(place.storage, target, { manifest, work, signal, say })
    await restoreDatabase(place.database, target, { manifest, work, say })
    await rm(marker)
    return { manifest, lost }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function chooseBackup(target: Storage, at: string | undefined): Promise<string> {
  const { complete } = await listBackups(target)
  if (complete.length === 0) throw new RestoreRefused('there is no complete backup')
  const wanted = at?.toLowerCase().replaceAll(':', '-')
  const chosen = wanted ? complete.findLast((id) => id <= wanted || id.startsWith(wanted)) : complete.at(-1)
  if (!chosen) throw new RestoreRefused(`the oldest backup is ${complete[0]}`)
  return chosen
}

async function refuseUsed({ database, storage }: Place): Promise<void> {
  for await (const key of storage.list(''))
    throw new RestoreRefused(`the store is not empty: it has ${key}. Give an empty one, or delete its files`)
  if (database.engine === 'sqlite' && !(await stat(database.file).catch(() => undefined))?.size) return
  const db = await openDatabase(database)
  try {
    const tables = await db.introspection.getTables()
    if (tables.length > 0)
      throw new RestoreRefused(`the database is not empty: it has ${tables.length} tables. Give an empty one`)
  } finally {
    await db.destroy()
  }
}

interface Restoring {
  manifest: Manifest
  work: string
  say(line: string): void
}

async function restoreMedia(
  storage: Storage,
  target: Storage,
  { manifest, work, signal, say }: Restoring & { signal: AbortSignal },
): Promise<string[]> {
  const lost: string[] = []
  const path = join(work, 'media.db')
  await unpackFile(target, manifest.media, path)
  const list = new MediaList(path)
  let done = 0
  try {
    await eachKey(list.all(), signal, async (object) => {
      if (!(await restoreObject({ storage, target, work }, object))) lost.push(object.key)
      if (++done % 10_000 === 0) say(`media: ${done} of ${manifest.media.objects}`)
    })
  } finally {
    list.close()
  }
  return lost.sort()
}

/** Restores an object, unless it is there. False if the backup has lost it or has it damaged. */
export async function restoreObject(
  { storage, target, work }: { storage: Storage; target: Storage; work: string },
  { key, size, sha256, contentType }: ListedObject,
  { replace = false } = {},
): Promise<boolean> {
  if (!replace && (await storage.stat(key))?.size === size) return true
  const path = join(work, randomUUID())
  try {
    const found = await spool(target, mediaKey(sha256), path).catch(() => undefined)
    if (found?.sha256 !== sha256) return false
    await storage.put(key, { path }, contentType)
    return true
  } finally {
    await rm(path, { force: true })
  }
}

/** The file is migrated before it is renamed into place, so the database is there whole or not at all. */
async function restoreDatabase(
  config: DatabaseConfig,
  target: Storage,
  { manifest, work, say }: Restoring,
): Promise<void> {
  const isFile = config.engine === 'sqlite'
  const path = isFile ? `${config.file}.restored` : join(work, 'database.db')
  await rm(path, { force: true })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await unpackFile(target, manifest.database, path)
  const file = await openDatabase({ engine: 'sqlite', file: path })
  try {
    await allowWrites(file)
    await migrateToLatest(file)
    if (!isFile) await fillPostgres(config, file, say)
    else if (manifest.engine === 'postgres') await rebuildIndex({ db: file })
  } finally {
    await file.destroy()
  }
  if (isFile) await rename(path, config.file)
}

async function fillPostgres(config: DatabaseConfig, from: Db, say: Restoring['say']): Promise<void> {
  const to = await openDatabase(config)
  try {
    await migrateToLatest(to)
    await copyTables({ from, to }, ({ name, rows }) => rows > 0 && say(`${name}: ${rows} rows`))
    await rebuildIndex({ db: to })
  } finally {
    await to.destroy()
  }
}
