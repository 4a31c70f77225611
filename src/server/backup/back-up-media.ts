import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAppError } from '#contract/errors.ts'
import { mediaKey } from '#server/backup/target/backup-files.ts'
import type { MediaList } from '#server/backup/target/media-list.ts'
import { spool } from '#server/backup/target/packed-file.ts'
import { eachKey } from '#server/media/each-key.ts'
import type { Storage, StoredObject } from '#server/media/storage.ts'

/** Unfinished uploads, and files that are made again when somebody asks for them. */
const LEFT_OUT = /^(?:uploads|made)\//

export interface MediaBackup {
  from: Storage
  target: Storage
  /** The list that is being made. */
  list: MediaList
  /** The list of the backup before. */
  former: MediaList
  /** A folder for one file at a time. */
  work: string
  signal: AbortSignal
  onCopy?: (key: string) => void
}

/** Lists every object and copies those that the target lacks. Objects that it has are not read again. */
export async function backUpMedia(backup: MediaBackup): Promise<void> {
  await eachKey(backup.from.list(''), backup.signal, async (key) => {
    if (LEFT_OUT.test(key)) return
    const object = await backup.from.stat(key)
    if (!object || backup.list.find(object)) return
    const known = backup.former.find(object)
    if (known && backup.list.holds(known.sha256)) backup.list.add(known)
    else await copy(backup, object)
  })
}

async function copy(
  { from, target, list, work, onCopy }: MediaBackup,
  { key, etag, contentType, size }: StoredObject,
): Promise<void> {
  const path = join(work, randomUUID())
  try {
    const { bytes, sha256 } = await spool(from, key, path)
    if (bytes !== size) throw new Error(`${key} has ${bytes} bytes instead of ${size}`)
    if (!list.holds(sha256)) {
      await target.put(mediaKey(sha256), { path }, contentType)
      list.hold(sha256)
      onCopy?.(key)
    }
    list.add({ key, size, etag, contentType, sha256 })
  } catch (error) {
    // The object was removed meanwhile.
    if (!isAppError(error) || error.code !== 'mediaNotFound') throw error
  } finally {
    await rm(path, { force: true })
  }
}
