import { join } from 'node:path'
import type { Storage } from '#server/media/storage.ts'
import { deleteBackup, listBackups, mediaKey, readManifest } from './backup-files.ts'
import { MediaList } from './media-list.ts'
import { unpackFile } from './packed-file.ts'

interface Pruning {
  keep: number
  /** A folder for lists. */
  work: string
}

/** Deletes all but the newest `keep` backups, then the objects that only the deleted ones had. */
export async function pruneBackups(
  target: Storage,
  { keep, work }: Pruning,
): Promise<{ backups: number; objects: number }> {
  const { complete } = await listBackups(target)
  const [old, kept] = [complete.slice(0, -keep), complete.slice(-keep)]
  if (old.length === 0) return { backups: 0, objects: 0 }
  const unneeded = new MediaList(join(work, 'unneeded.db'))
  let objects = 0
  try {
    for (const id of old) for (const sha256 of await hashesOf(target, id, work)) unneeded.hold(sha256)
    // The latest first: it has nearly all objects, and then the others need not be read.
    for (const id of kept.toReversed()) {
      if (isEmpty(unneeded)) break
      for (const sha256 of await hashesOf(target, id, work)) unneeded.release(sha256)
    }
    for (const sha256 of unneeded.held()) {
      await target.delete(mediaKey(sha256))
      objects++
    }
    // Last, so that the next run finishes a killed deletion.
    for (const id of old) await deleteBackup(target, id)
  } finally {
    unneeded.close()
  }
  return { backups: old.length, objects }
}

const isEmpty = (list: MediaList) => !list.held()[Symbol.iterator]().next().value

async function hashesOf(target: Storage, id: string, work: string): Promise<Iterable<string>> {
  const path = join(work, `list-${id}.db`)
  await unpackFile(target, (await readManifest(target, id)).media, path)
  return (function* () {
    const list = new MediaList(path)
    try {
      for (const { sha256 } of list.all()) yield sha256
    } finally {
      list.close()
    }
  })()
}
