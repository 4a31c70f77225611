import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#server/db/connect.ts'
import { engineOf } from '#server/db/engine.ts'
import { lastMigration } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { takeLock } from '#server/ingest/lock.ts'
import type { Storage } from '#server/media/storage.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { backUpMedia } from './back-up-media.ts'
import {
  backupId,
  deleteBackup,
  fileOf,
  heldObjects,
  listBackups,
  type Manifest,
  readManifest,
  writeManifest,
} from './backup-files.ts'
import { type Claim, claimTarget } from './claim-target.ts'
import { MediaList } from './media-list.ts'
import { namedFiles } from './named-files.ts'
import { packFile, unpackFile } from './packed-file.ts'
import { pruneBackups } from './prune-backups.ts'
import { snapshot } from './snapshot.ts'

/** Snapshots until one finds every file that it names; clips may be removed meanwhile. */
const MOST_SNAPSHOTS = 3
/** Most keys that a manifest names; if more are missing, the store itself is. */
const MOST_MISSING = 1_000

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
 * killed run is no backup; the next one uses what it copied. One at a time per target. @throws TargetTaken
 */
export async function makeBackup(
  deps: Pick<Deps, 'db' | 'storage' | 'files' | 'now'>,
  target: Storage,
  { keep, signal, onCopy }: BackupOptions,
): Promise<MadeBackup> {
  const work = join(deps.files.dataDir, 'backup')
  const unlock = await takeLock(`${work}.lock`, signal)
  let claim: Claim | undefined
  try {
    claim = await claimTarget(target, deps.files.dataDir)
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { recursive: true, mode: 0o700 })
    let copied = 0
    const count = (key: string) => {
      copied++
      onCopy?.(key)
    }
    const manifest = await writeBackup(deps, target, { work, signal, claim, onCopy: count })
    const pruned = await pruneBackups(target, { keep, work })
    await noteBackup(deps.db, manifest)
    return { manifest, copied, pruned }
  } finally {
    await rm(work, { recursive: true, force: true })
    await claim?.release()
    await unlock()
  }
}

type Writing = Pick<BackupOptions, 'signal' | 'onCopy'> & { work: string; claim: Claim }

async function writeBackup(
  deps: Pick<Deps, 'db' | 'storage' | 'files' | 'now'>,
  target: Storage,
  { work, signal, claim, onCopy }: Writing,
): Promise<Manifest> {
  const path = (name: string) => join(work, name)
  const { complete, unfinished } = await listBackups(target)
  const last = complete.at(-1)
  if (last) await unpackFile(target, (await readManifest(target, last)).media, path('former.db'))
  const former = new MediaList(path('former.db'))
  const list = new MediaList(path('media.db'))
  try {
    for await (const sha256 of heldObjects(target)) list.hold(sha256)
    const media = { from: deps.storage, target, list, former, work, signal, ...(onCopy && { onCopy }) }
    await backUpMedia(media)
    let at = deps.now()
    let found = { missing: [] as string[], migration: '' }
    for (let tried = 0; tried < MOST_SNAPSHOTS; tried++) {
      at = deps.now()
      await snapshot(deps, path('database.db'))
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
      database: await packFile(target, { path: path('database.db'), key: fileOf(id, 'database.db.zst') }),
      media: {
        ...(await packFile(target, { path: path('media.db'), key: fileOf(id, 'media.db.zst') })),
        ...sum,
      },
      missing: found.missing,
    }
    await claim.assertOurs()
    await writeManifest(target, manifest)
    for (const killed of unfinished) await deleteBackup(target, killed)
    return manifest
  } finally {
    former.close()
  }
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

/** The studio, `/readyz` and the metrics read it. */
async function noteBackup(db: Deps['db'], { at, database, media }: Manifest): Promise<void> {
  const value = JSON.stringify({ at, bytes: database.bytes + media.bytes + media.objectBytes })
  await db
    .insertInto('operations')
    .values({ key: 'backup', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
