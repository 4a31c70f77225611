import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { DiskStorage } from '#server/media/disk-storage.ts'
import type { Storage, StoredObject } from '#server/media/storage.ts'

/** A stored object and its bytes, in memory or as an open file; with neither, the storage streams them. */
export interface MediaObject {
  object: StoredObject
  bytes?: Buffer
  file?: SharedFile
}

interface Known extends MediaObject {
  checked: number
}

/** Bytes; objects up to this size are kept in memory: posters and hover previews, which are requested most. */
const SMALL = 1024 * 1024
const SMALL_BYTES = 24 * 1024 * 1024
const MOST_LARGE = 64
/** How long a removed object may still be served; content under a key never changes. */
const TRUSTED_MS = 60_000

/** An open file that several answers read at once; the last holder closes it. */
class SharedFile {
  readonly #handle: FileHandle
  /** The cache is the first. */
  #holders = 1

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  get fd(): number {
    return this.#handle.fd
  }

  /** false if it is already closed. */
  hold(): boolean {
    if (this.#holders === 0) return false
    this.#holders += 1
    return true
  }

  release(): void {
    this.#holders -= 1
    // A file that was only read loses nothing if closing fails.
    if (this.#holders === 0) this.#handle.close().catch(() => {})
  }
}

/** Keeps small objects in memory and the files of large ones open, a bounded number of each. */
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

  /** An object that can be sent at once; undefined if it must be opened first. */
  cached(key: string): MediaObject | undefined {
    const known = this.#small.get(key) ?? this.#large.get(key)
    return known && this.#isTrusted(known) ? known : undefined
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
