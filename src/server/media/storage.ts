import type { Readable } from 'node:stream'
import type { DigitalSource } from '#domain/clips/digital-source.ts'

export interface StoredObject {
  key: string
  /** Bytes. */
  size: number
  /** Strong validator without quotes. */
  etag: string
  contentType: string
  modified: Date
}

/** Inclusive byte positions, as in HTTP ranges. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes in memory, a file (which stays in place) or a stream. */
export type StorageInput = Uint8Array | { path: string } | Readable

export interface SignOptions {
  /** Seconds; 300 for full renditions. */
  expiresInSeconds: number
  disposition: 'inline' | 'attachment'
  /** Name for the saved file, any script. */
  fileName?: string
  /** The member the link is for: our server cuts a transfer when link and membership have ended; a bucket cannot. */
  holder?: number
  /** Id of a clip whose watermarked film is saved as a comp (film-note.ts); our own server sends it. */
  comp?: number
  /** Said in a film that our own server sends (film-note.ts). */
  source?: DigitalSource | undefined
}

/** A folder or an S3 bucket. Keys are `segment/segment/name.ext` of [a-z0-9._-]; else AppError('badKey'). */
export interface Storage {
  readonly driver: 'disk' | 's3'
  /** Origin of signed URLs if the bucket itself sends films; pages must allow it. */
  readonly filmOrigin: string | undefined
  /** Atomic: readers never see a part. Writing the same key twice is safe. */
  put(key: string, input: StorageInput, contentType: string): Promise<void>
  /** Undefined for a missing key. */
  stat(key: string): Promise<StoredObject | undefined>
  /** @throws AppError('mediaNotFound') for a missing key, 'badRequest' for a range past the end */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Deleting a missing key is no error. */
  delete(key: string): Promise<void>
  /** Every key below a folder (`poster` or `poster/`; empty for all), in no particular order. */
  list(prefix: string): AsyncIterable<string>
  /** A URL that serves the object until it expires. Only for keys under `full/`, and comps; AppError('badKey') for others. */
  signedUrl(key: string, options: SignOptions): Promise<string>
  /** Rejects when a write fails; used by /readyz. */
  check(): Promise<void>
}
