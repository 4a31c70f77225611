import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupDamaged, DatabaseDamaged } from '#server/backup/damage/damage.ts'
import {
  backupId,
  databaseKey,
  deleteBackup,
  fileOf,
  hasManifest,
  heldObjects,
  listBackups,
  type Manifest,
  MOST_MISSING,
  markDamaged,
  readManifest,
  writeManifest,
} from '#server/backup/target/backup-files.ts'
import { type Held, holdTarget } from '#server/backup/target/hold-target.ts'
import { MediaList } from '#server/backup/target/media-list.ts'
import { packFile, unpackFile } from '#server/backup/target/packed-file.ts'
import { pruneBackups } from '#server/backup/target/prune-backups.ts'
import { openDatabase } from '#server/db/connect.ts'
import { engineOf } from '#server/db/engine.ts'
import { lastMigration } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import type { Storage } from '#server/media/storage.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { backUpMedia } from './back-up-media.ts'
import { namedFiles } from './named-files.ts'
import { noteBackup, noteDamage } from './note-backup.ts'
import { snapshot } from './snapshot.ts'

/** Snapshots until one finds every file that it names; clips may be removed meanwhile. */
const MOST_SNAPSHOTS = 3

export interface BackupOptions {
  /** How many backups to keep. */
  keep: number
  signal: AbortSignal
  onCopy?: (key: string) => void
}

export interface MadeBackup {
  manifest: Manifest
  /** Objects copied by this run. */
  copied: number
  pruned: { backups: number; objects: number }
}

/**
 * Backs a running site up: the database at one moment, and every file that it names. The manifest comes last, so a
 * killed run is no backup; the next one uses what it copied. One at a time per target. A damaged database is copied too,
 * but kept apart. @throws TargetTaken, DatabaseDamaged
 */
export async function makeBackup(
  deps: Pick<Deps, 'db' | 'storage' | 'files' | 'now'>,
  target: Storage,
  { keep, signal, onCopy }: BackupOptions,
): Promise<MadeBackup> {
  return holdTarget(deps, {
    signal,
    async run({ work, assertOurs }) {
      let copied = 0
      const count = (key: string) => {
        copied++
        onCopy?.(key)
      }
      try {
        const manifest = await writeBackup(deps, target, { work, signal, assertOurs, onCopy: count })
        await noteBackup(deps, manifest)
        return { manifest, copied, pruned: await pruneBackups(target, { keep, work }) }
      } catch (error) {
        if (error instanceof DatabaseDamaged) await setApart(deps, target, { work, assertOurs, error })
        throw error
      }
    },
  })
}

/** No good backup is deleted for a damaged one; of damaged ones, the last is kept. */
async function setApart(
  deps: Pick<Deps, 'db' | 'now'>,
  target: Storage,
  { work, assertOurs, error: { faults } }: Held & { error: DatabaseDamaged },
): Promise<void> {
  // A database that is damaged elsewhere may still take the note; if it takes nothing, the job fails.
  await noteDamage(deps, faults).catch(() => {})
  await assertOurs()
  const id = backupId(deps.now())
  const { damaged } = await listBackups(target)
  const path = join(work, 'database.db')
  if (await stat(path).catch(() => undefined)) await packFile(target, { path, key: databaseKey(id) })
  await markDamaged(target, id, faults)
  for (const former of damaged) if (!(await hasManifest(target, former))) await deleteBackup(target, former)
}

type Writing = Pick<BackupOptions, 'signal' | 'onCopy'> & Held

async function writeBackup(
  deps: Pick<Deps, 'db' | 'storage' | 'files' | 'now'>,
  target: Storage,
  { work, signal, assertOurs, onCopy }: Writing,
): Promise<Manifest> {
  const path = (name: string) => join(work, name)
  const { complete, unfinished } = await listBackups(target)
  const last = complete.at(-1)
  const former = new MediaList(await formerList(target, { last, path: path('former.db') }))
  const list = new MediaList(path('media.db'))
  try {
    for await (const sha256 of heldObjects(target)) list.hold(sha256)
    const media = { from: deps.storage, target, list, former, work, signal, ...(onCopy && { onCopy }) }
    await backUpMedia(media)
    let at = deps.now()
    let found = { missing: [] as string[], migration: '' }
    for (let tried = 0; tried < MOST_SNAPSHOTS; tried++) {
      at = deps.now()
      await snapshot(deps, path('database.db'), signal)
      await backUpMedia(media)
      const before = found.missing.join()
      found = await inspect(path('database.db'), list)
      if (found.missing.length === 0 || found.missing.join() === before) break
    }
    signal.throwIfAborted()
    const id = backupId(at)
    const sum = list.sum()
    list.close()
    const manifest: Manifest = {
      ...{ format: 1, id, at: at.toISOString(), release: packageJson.version, engine: engineOf(deps.db) },
      migration: found.migration,
      database: await packFile(target, { path: path('database.db'), key: databaseKey(id) }),
      media: {
        ...(await packFile(target, { path: path('media.db'), key: fileOf(id, 'media.db.zst') })),
        ...sum,
      },
      missing: found.missing,
    }
    await assertOurs()
    await writeManifest(target, manifest)
    for (const killed of unfinished) await deleteBackup(target, killed)
    return manifest
  } finally {
    former.close()
    list.close()
  }
}

/** Without the last list every file is read again, but none is copied twice. */
async function formerList(
  target: Storage,
  { last, path }: { last: string | undefined; path: string },
): Promise<string> {
  try {
    if (last) await unpackFile(target, (await readManifest(target, last)).media, path)
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error
    await rm(path, { force: true })
  }
  return path
}

/** The snapshot's last migration, and the files that its rows name and the list lacks. */
async function inspect(file: string, list: MediaList): Promise<{ missing: string[]; migration: string }> {
  const db = await openDatabase({ engine: 'sqlite', file })
  try {
    const missing: string[] = []
    for await (const { key } of namedFiles(db)) {
      if (missing.length >= MOST_MISSING) break
      if (!list.has(key)) missing.push(key)
    }
    return { missing, migration: await lastMigration(db) }
  } finally {
    await db.destroy()
  }
}
