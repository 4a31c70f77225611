import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isAppError } from '#contract/errors.ts'
import { counted } from '#server/media/counted.ts'
import { eachKey } from '#server/media/each-key.ts'
import type { Storage, StoredObject } from '#server/media/storage.ts'
import type { MediaJournal } from './media-journal.ts'

/** Unfinished uploads; they are not in the library. */
const UNFINISHED = 'uploads/'

interface Stores {
  from: Storage
  to: Storage
  journal: MediaJournal
  signal: AbortSignal
}

/** Result of a pass. */
export interface MediaPass {
  objects: number
  copied: number
  bytes: number
}

/**
 * Copies objects that the target lacks, reads each back and compares SHA-256. The site may keep running; call it again
 * for objects that came in meanwhile.
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

/** The last pass, after writes have stopped: deletes copies of removed objects, and checks the size of the others. */
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
    throw new Error(`the copy of ${key} differs from the original`)
  await journal.add({ key, size, etag, sha256 })
  return size
}
