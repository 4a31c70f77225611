import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isAppError } from '#contract/errors.ts'
import { counted } from '#server/media/counted.ts'
import { eachKey } from '#server/media/each-key.ts'
import type { Storage, StoredObject } from '#server/media/storage.ts'
import type { MediaJournal } from './media-journal.ts'

/** Parts of what editors send; nothing of it is in the library. */
const UNFINISHED = 'uploads/'

interface Stores {
  from: Storage
  to: Storage
  journal: MediaJournal
  signal: AbortSignal
}

/** What a pass did. */
export interface MediaPass {
  objects: number
  copied: number
  bytes: number
}

/**
 * Copies what the target lacks. Each object is read back and compared by SHA-256, so a copy that is noted is right. The site
 * may go on; call it again for what came in meanwhile.
 */
export async function copyMedia(
  stores: Stores,
  onProgress: (pass: MediaPass) => void = () => {},
): Promise<MediaPass> {
  const pass: MediaPass = { objects: 0, copied: 0, bytes: 0 }
  await eachKey(stores.from.list(''), stores.signal, async (key) => {
    if (key.startsWith(UNFINISHED)) return
    const object = await stores.from.stat(key)
    if (!object) return
    pass.objects++
    if (stores.journal.has(object)) return
    const bytes = await copyObject(stores, object)
    if (bytes === undefined) return
    pass.copied++
    pass.bytes += bytes
    onProgress(pass)
  })
  return pass
}

/** The last look, once nothing is written any more: deletes copies of what was removed, and finds each of the others by size. */
export async function settleMedia(stores: Stores): Promise<void> {
  const keys = stores.journal.copied().map(({ key }) => key)
  await eachKey(keys, stores.signal, async (key) => {
    const [there, here] = await Promise.all([stores.to.stat(key), stores.from.stat(key)])
    if (!here) await stores.to.delete(key)
    else if (there?.size !== here.size) throw new Error(`the copy of ${key} is missing or has another size`)
  })
}

/** Bytes copied; undefined for an object that was removed meanwhile. */
async function copyObject(
  { from, to, journal, signal }: Stores,
  object: StoredObject,
): Promise<number | undefined> {
  const { key, size, etag, contentType } = object
  const sent = counted()
  try {
    const source = await from.read(key)
    const copying = pipeline(source, sent.through, { signal })
    await Promise.all([copying, to.put(key, sent.through as Readable, contentType)])
  } catch (error) {
    if (isAppError(error) && error.code === 'mediaNotFound') return undefined
    throw error
  }
  const back = counted()
  back.through.resume()
  await pipeline(await to.read(key), back.through, { signal })
  const sha256 = sent.digest()
  if (sent.bytes() !== size || back.bytes() !== size || back.digest() !== sha256)
    throw new Error(`the copy of ${key} differs from it`)
  await journal.add({ key, size, etag, sha256 })
  return size
}
