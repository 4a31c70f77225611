import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { isAppError } from '#contract/errors.ts'
import type { Storage, StoredObject } from '#server/media/storage.ts'
import type { MediaJournal } from './media-journal.ts'

const AT_ONCE = 8
/** Keys that wait for a place. */
const AHEAD = 100
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
  await eachKey(stores, stores.from.list(''), async (key) => {
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
  await eachKey(stores, keys, async (key) => {
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

/** Hashes and counts what passes through. */
function counted() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, bytes: () => bytes, digest: () => hash.digest('hex') }
}

async function eachKey(
  { signal }: Stores,
  keys: AsyncIterable<string> | Iterable<string>,
  work: (key: string) => Promise<void>,
): Promise<void> {
  const limit = pLimit(AT_ONCE)
  const running = new Set<Promise<void>>()
  for await (const key of keys) {
    signal.throwIfAborted()
    if (key.startsWith(UNFINISHED)) continue
    const task = limit(() => work(key)).finally(() => running.delete(task))
    running.add(task)
    if (running.size >= AHEAD) await Promise.race(running)
  }
  await Promise.all(running)
}
