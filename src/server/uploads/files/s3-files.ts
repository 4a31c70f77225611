import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { StorageConfig } from '#server/config/config.ts'
import { s3ClientConfig } from '#server/media/s3-client-config.ts'
import type { Storage } from '#server/media/storage.ts'
import type { S3UploadStore } from './s3-upload-store.ts'
import type { UploadFiles } from './upload-files.ts'

type S3Config = Extract<StorageConfig, { driver: 's3' }>

/** A part waits in the temporary folder of this machine until the bucket has it. */
const PARTS_AT_ONCE = 4

/** Objects `uploads/<id>` of the bucket, sent there in parts as they arrive. */
export class S3Files implements UploadFiles {
  readonly #config: S3Config
  readonly #storage: Storage
  #store: Promise<S3UploadStore> | undefined

  constructor(config: S3Config, storage: Storage) {
    this.#config = config
    this.#storage = storage
  }

  tus(): Promise<S3UploadStore> {
    this.#store ??= this.#open()
    return this.#store
  }

  async #open(): Promise<S3UploadStore> {
    const { NO_CACHE, S3UploadStore } = await import('./s3-upload-store.ts')
    return new S3UploadStore({
      useTags: false,
      cache: NO_CACHE,
      maxConcurrentPartUploads: PARTS_AT_ONCE,
      s3ClientConfig: { bucket: this.#config.bucket, ...s3ClientConfig(this.#config) },
    })
  }

  storeId(id: string): string {
    const { prefix } = this.#config
    return `${prefix && `${prefix.replace(/\/+$/, '')}/`}${keyOf(id)}`
  }

  async received(id: string): Promise<number | undefined> {
    const whole = await this.#storage.stat(keyOf(id))
    if (whole) return whole.size
    return (await this.tus()).receivedParts(this.storeId(id))
  }

  /** A bucket has no limit. */
  async hasRoom(): Promise<boolean> {
    return true
  }

  async put(id: string, path: string): Promise<void> {
    await this.#storage.put(keyOf(id), createReadStream(path), 'application/octet-stream')
  }

  async place(id: string, path: string, signal?: AbortSignal): Promise<void> {
    await pipeline(await this.#storage.read(keyOf(id)), createWriteStream(path, { flags: 'wx' }), { signal })
  }

  async remove(id: string): Promise<void> {
    const store = await this.tus()
    await store.remove(this.storeId(id)).catch((error: { status_code?: number }) => {
      if (error.status_code !== 404) throw error
    })
    for (const key of [keyOf(id), `${keyOf(id)}.part`, `${keyOf(id)}.info`]) await this.#storage.delete(key)
  }
}

const keyOf = (id: string) => `uploads/${id}`
