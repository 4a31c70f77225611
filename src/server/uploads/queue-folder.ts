import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, relative, sep } from 'node:path'
import { isAppError } from '#contract/errors.ts'
import { isFootage, kindOfName } from '#domain/studio/uploads/upload-kinds.ts'
import type { Deps } from '#server/deps.ts'
import { contentHash } from '#server/ingest/content-hash.ts'
import { closeBatch } from './close-batch.ts'
import { insertUpload } from './create-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { takeLease } from './upload-lease.ts'

interface FolderOrder {
  folder: string
  recurse: boolean
  /** State of new clips. */
  target: 'draft' | 'published'
  signal: AbortSignal
  /** After each file. */
  onQueued?: (name: string) => void
}

/**
 * Queues a folder for the workers, with its sheets and sidecars, as if it had been uploaded. Returns the number of
 * media.
 */
export async function queueFolder(
  deps: Pick<Deps, 'db' | 'uploads' | 'events' | 'log'>,
  { folder, recurse, target, signal, onQueued }: FolderOrder,
): Promise<number> {
  const batch = randomUUID()
  let media = 0
  for (const path of await filesOf(folder, recurse)) {
    signal.throwIfAborted()
    const name = relative(folder, path).split(sep).join('/').normalize('NFC')
    const kind = kindOfName(name)!
    const { size } = await stat(path)
    if (size === 0) continue
    const at = { folder: posix.dirname(name).replace(/^\.$/, ''), file_name: basename(name) }
    const sha256 = await contentHash(path, signal)
    const id = await insertUpload(deps.db, { user_id: null, batch, ...at, kind, bytes: size, sha256, target })
    await putFile(deps, { id, path, signal })
    if (isFootage(kind)) media++
    onQueued?.(name)
  }
  await closeBatch(deps, { batch, user_id: null })
  return media
}

/** Again if it arrives damaged. @throws AppError('uploadDamaged') */
async function putFile(
  deps: Pick<Deps, 'db' | 'uploads' | 'events' | 'log'>,
  { id, path, signal }: { id: string; path: string; signal: AbortSignal },
): Promise<void> {
  const lease = await takeLease(deps, id, { signal })
  await deps.uploads.files.put(lease, path)
  try {
    await finishUpload(deps, lease, signal)
  } catch (error) {
    if (isAppError(error) && error.code === 'uploadMoved') return putFile(deps, { id, path, signal })
    throw error
  }
}

/** Regular files of accepted kinds: sheets and sidecars first, for the footage that may be rendered before the last. */
async function filesOf(folder: string, recurse: boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: recurse })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && kindOfName(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(?:^|[\\/])\./.test(relative(folder, dirname(path))))
    .sort()
    .sort((a, b) => Number(isFootage(kindOfName(a)!)) - Number(isFootage(kindOfName(b)!)))
}
