import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAppError } from '#contract/errors.ts'
import { listBackups, type Manifest, mediaKey, readManifest } from '#server/backup/target/backup-files.ts'
import { type ListedObject, MediaList } from '#server/backup/target/media-list.ts'
import { spool, unpackFile } from '#server/backup/target/packed-file.ts'
import type { Config, DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { markRestore, restoreUnderWay } from '#server/db/connection/restore-mark.ts'
import { knowsMigration } from '#server/db/migrate.ts'
import { makeFolder } from '#server/make-folder.ts'
import { eachKey } from '#server/media/each-key.ts'
import type { Storage } from '#server/media/storage.ts'
import { fillDatabase, unpackDatabase } from './restore-database.ts'

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
  /** Whether the store may have files; those of the backup that it has are not copied again. */
  keepFiles?: boolean
  signal: AbortSignal
  say(line: string): void
}

export interface Restored {
  manifest: Manifest
  /** Keys of objects that are missing or damaged in the backup. */
  lost: string[]
}

/**
 * Restores a backup into a database without tables and a store without files, on either engine. The database is marked
 * first, so that no process starts on it before it is whole. Call it again to continue a killed run, from anywhere.
 * @throws RestoreRefused, BackupDamaged
 */
export async function restoreBackup(
  place: Place,
  target: Storage,
  { at, keepFiles = false, signal, say }: RestoreOptions,
): Promise<Restored> {
  const { dataDir, database } = place
  const underWay = await unfinishedRestore(database)
  const id = await chooseBackup(target, at ?? underWay)
  if (underWay !== undefined && underWay !== id)
    throw new RestoreRefused(
      `a restore of ${underWay} is not finished: go on with --at ${underWay}, or give an empty database and store`,
    )
  const manifest = await readManifest(target, id)
  if (!knowsMigration(manifest.migration))
    throw new RestoreRefused(
      `backup ${id} was made by release ${manifest.release}, which is newer: use that release`,
    )
  if (underWay === undefined) {
    if (!keepFiles) await refuseFiles(place.storage)
    await refuseTables(database)
  }
  const work = join(dataDir, 'restore')
  await rm(work, { recursive: true, force: true })
  await makeFolder(dataDir)
  await mkdir(work, { mode: 0o700 })
  try {
    const file = await unpackDatabase(database, target, { manifest, work, signal })
    await mark(database, id)
    const lost = await restoreMedia(place.storage, target, { manifest, work, signal, say })
    await fillDatabase(database, file, { manifest, say })
    return { manifest, lost }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function chooseBackup(target: Storage, at: string | undefined): Promise<string> {
  const { complete, damaged } = await listBackups(target)
  const wanted = at?.toLowerCase().replaceAll(':', '-')
  const chooseFrom = (ids: string[]) =>
    wanted ? ids.findLast((id) => id <= wanted || id.startsWith(wanted)) : ids.at(-1)
  const [chosen, bad] = [chooseFrom(complete), chooseFrom(damaged)]
  if (wanted && bad?.startsWith(wanted) && !chosen?.startsWith(wanted))
    throw new RestoreRefused(
      `the backup ${bad} is damaged: ${chosen ? `the good one before it is --at ${chosen}` : 'there is no good one before it'}`,
    )
  if (complete.length === 0) throw new RestoreRefused('there is no complete backup')
  if (!chosen) throw new RestoreRefused(`the oldest backup is ${complete[0]}`)
  return chosen
}

/** The backup that an earlier run has marked the database with. */
async function unfinishedRestore(database: DatabaseConfig): Promise<string | undefined> {
  if (!(await mayHaveTables(database))) return undefined
  const db = await openDatabase(database, { restoring: true })
  return restoreUnderWay(db).finally(() => db.destroy())
}

/** Marks a database, which no process uses until it is filled. */
export async function mark(database: DatabaseConfig, id: string): Promise<void> {
  const db = await openDatabase(database, { restoring: true })
  await markRestore(db, id).finally(() => db.destroy())
}

/** Opening a SQLite file would create it. */
async function mayHaveTables(database: DatabaseConfig): Promise<boolean> {
  return database.engine === 'postgres' || Boolean((await stat(database.file).catch(() => undefined))?.size)
}

async function refuseFiles(storage: Storage): Promise<void> {
  for await (const key of storage.list(''))
    throw new RestoreRefused(`the store is not empty: it has ${key}. Give an empty one, or --keep-files`)
}

async function refuseTables(database: DatabaseConfig): Promise<void> {
  if (!(await mayHaveTables(database))) return
  const db = await openDatabase(database)
  try {
    const tables = await db.introspection.getTables()
    if (tables.length > 0)
      throw new RestoreRefused(`the database is not empty: it has ${tables.length} tables. Give an empty one`)
  } finally {
    await db.destroy()
  }
}

async function restoreMedia(
  storage: Storage,
  target: Storage,
  {
    manifest,
    work,
    signal,
    say,
  }: { manifest: Manifest; work: string } & Pick<RestoreOptions, 'signal' | 'say'>,
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
    const found = await spool(target, mediaKey(sha256), path).catch(ifLost)
    if (found?.sha256 !== sha256) return false
    await storage.put(key, { path }, contentType)
    return true
  } finally {
    await rm(path, { force: true })
  }
}

/** A full disk or a silent target has lost nothing; a bad sector has. */
function ifLost(error: unknown): undefined {
  const isLost = isAppError(error)
    ? error.code === 'mediaNotFound'
    : (error as { code?: unknown }).code === 'EIO'
  if (!isLost) throw error
}
