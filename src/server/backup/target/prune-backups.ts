import { join } from 'node:path'
import { BackupDamaged } from '#server/backup/damage/damage.ts'
import type { Storage } from '#server/media/storage.ts'
import { deleteBackup, hasManifest, listBackups, mediaKey, readManifest } from './backup-files.ts'
import { MediaList } from './media-list.ts'
import { unpackFile } from './packed-file.ts'

interface Pruning {
  keep: number
  /** A folder for lists. */
  work: string
}

/**
 * Deletes all but the newest `keep` good backups, damaged ones that are older than those, and then the objects that only
 * the deleted ones had.
 */
export async function pruneBackups(
  target: Storage,
  { keep, work }: Pruning,
): Promise<{ backups: number; objects: number }> {
  const { complete, damaged } = await listBackups(target)
  const first = complete.at(-keep)
  const isOld = (id: string) => first !== undefined && id < first
  const old = complete.filter(isOld)
  const gone = [...old, ...damaged.filter(isOld)]
  if (gone.length === 0) return { backups: 0, objects: 0 }
  const kept = [...complete, ...damaged].filter((id) => !isOld(id)).sort()
  const unneeded = new MediaList(join(work, 'unneeded.db'))
  let objects = 0
  try {
    for (const id of gone)
      for (const sha256 of (await hashesOf(target, id, work)) ?? []) unneeded.hold(sha256)
    // The latest first: it has nearly all objects, and then the others need not be read.
    for (const id of kept.toReversed()) {
      if (isEmpty(unneeded)) break
      const hashes = await hashesOf(target, id, work)
      // What it needs is unknown, so it may need everything.
      if (!hashes) unneeded.releaseAll()
      for (const sha256 of hashes ?? []) unneeded.release(sha256)
    }
    for (const sha256 of unneeded.held()) {
      await target.delete(mediaKey(sha256))
      objects++
    }
    // Last, so that the next run finishes a killed deletion.
    for (const id of gone) await deleteBackup(target, id)
  } finally {
    unneeded.close()
  }
  return { backups: old.length, objects }
}

const isEmpty = (list: MediaList) => !list.held()[Symbol.iterator]().next().value

/** Hashes of a backup's objects; undefined if its list is damaged. A copy of a damaged database has none. */
async function hashesOf(target: Storage, id: string, work: string): Promise<Iterable<string> | undefined> {
  if (!(await hasManifest(target, id))) return []
  const path = join(work, `list-${id}.db`)
  try {
    await unpackFile(target, (await readManifest(target, id)).media, path)
  } catch (error) {
    if (error instanceof BackupDamaged) return undefined
    throw error
  }
  return (function* () {
    const list = new MediaList(path)
    try {
      for (const { sha256 } of list.all()) yield sha256
    } finally {
      list.close()
    }
  })()
}
