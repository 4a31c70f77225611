import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Storage, StoredObject } from '#server/media/storage.ts'

/** A stored object, with its bytes if it is small; else the storage streams them. */
export interface MediaObject {
  object: StoredObject
  bytes?: Buffer
}

interface Known extends MediaObject {
  checked: number
}

/** Bytes; objects up to this size are kept in memory: posters and hover previews, which are requested most. */
const SMALL = 1024 * 1024
const SMALL_BYTES = 24 * 1024 * 1024
/** How long a removed object may still be served; content under a key never changes. */
const TRUSTED_MS = 60_000

/** Looks objects up, and keeps the small ones in memory. */
export class MediaObjects {
  readonly #storage: Storage
  readonly #small = new LRUCache<string, Known>({
    maxSize: SMALL_BYTES,
    sizeCalculation: ({ object }) => object.size || 1,
  })
  readonly #opening = new Map<string, Promise<MediaObject | undefined>>()
  #trustedSince = 0

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** An object that can be sent at once; undefined if it must be opened first. */
  cached(key: string): MediaObject | undefined {
    const known = this.#small.get(key)
    const isTrusted =
      known && known.checked > this.#trustedSince && performance.now() - known.checked < TRUSTED_MS
    return isTrusted ? known : undefined
  }

  /** undefined if there is no such object. */
  async open(key: string): Promise<MediaObject | undefined> {
    const opening = this.#opening.get(key) ?? this.#open(key).finally(() => this.#opening.delete(key))
    this.#opening.set(key, opening)
    return opening
  }

  /** Checks each cached object again at its next request. */
  revalidate(): void {
    this.#trustedSince = performance.now()
  }

  async #open(key: string): Promise<MediaObject | undefined> {
    const checked = performance.now()
    const object = await this.#storage.stat(key)
    const known = this.#small.get(key)
    if (known && known.object.etag === object?.etag) {
      known.checked = checked
      return known
    }
    this.#small.delete(key)
    if (!object || object.size > SMALL) return object && { object }
    const loaded = { object, checked, bytes: await buffer(await this.#storage.read(key)) }
    this.#small.set(key, loaded)
    return loaded
  }
}
