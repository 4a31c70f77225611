import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { DiskStorage } from '#server/media/disk-storage.ts'
import type { Storage, StoredObject } from '#server/media/storage.ts'
import { SharedFile } from './shared-file.ts'

/** A stored object, and the quickest way to its bytes: in memory, an open file, or (neither) the store's own stream. */
export interface MediaObject {
  object: StoredObject
  bytes?: Buffer
  file?: SharedFile
}

interface Known extends MediaObject {
  checked: number
}

/** Posters and hover previews: kept whole, since they are asked for again and again. */
const SMALL = 1024 * 1024
const SMALL_BYTES = 24 * 1024 * 1024
const MOST_LARGE = 64
/** Content under a key never changes, so this only bounds how long a removed object can still be had. */
const TRUSTED_MS = 60_000

/** Remembers small objects whole, and large ones with their files open, a bounded number of each. */
export class MediaObjects {
  readonly #storage: Storage
  readonly #small = new LRUCache<string, Known>({
    maxSize: SMALL_BYTES,
    sizeCalculation: ({ object }) => object.size || 1,
  })
  readonly #large = new LRUCache<string, Known>({ max: MOST_LARGE, dispose: ({ file }) => file?.release() })
  readonly #opening = new Map<string, Promise<Known | undefined>>()
  #trustedSince = 0

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** What can be sent without waiting; undefined says nothing about whether the object exists. */
  atHand(key: string): MediaObject | undefined {
    const known = this.#small.get(key) ?? this.#large.get(key)
    return known && this.#isTrusted(known) ? known : undefined
  }

  /** undefined where there is no such key. */
  async open(key: string): Promise<MediaObject | undefined> {
    const opening = this.#opening.get(key) ?? this.#open(key).finally(() => this.#opening.delete(key))
    this.#opening.set(key, opening)
    return opening
  }

  /** Checks each remembered object again when it is next asked for. */
  revalidate(): void {
    this.#trustedSince = performance.now()
  }

  close(): void {
    this.#small.clear()
    this.#large.clear()
  }

  #isTrusted({ checked }: Known): boolean {
    return checked > this.#trustedSince && performance.now() - checked < TRUSTED_MS
  }

  async #open(key: string): Promise<Known | undefined> {
    const checked = performance.now()
    const object = await this.#storage.stat(key)
    const known = this.#small.get(key) ?? this.#large.get(key)
    if (known && known.object.etag === object?.etag) {
      known.checked = checked
      return known
    }
    this.#small.delete(key)
    this.#large.delete(key)
    return object && this.#load({ object, checked })
  }

  async #load(known: Known): Promise<Known | undefined> {
    const { key, size } = known.object
    if (size <= SMALL) {
      known.bytes = await buffer(await this.#storage.read(key))
      this.#small.set(key, known)
      return known
    }
    if (isDisk(this.#storage)) {
      const handle = await this.#storage.open(key)
      if (!handle) return undefined
      known.file = new SharedFile(handle)
    }
    this.#large.set(key, known)
    return known
  }
}

function isDisk(storage: Storage): storage is DiskStorage {
  return storage.driver === 'disk' && 'open' in storage
}
