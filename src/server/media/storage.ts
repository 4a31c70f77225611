import type { Readable } from 'node:stream'

/** What is known of a stored object without reading it. */
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

/** What the caller hands to be stored: bytes in memory or a file that stays where it is. */
export type StorageInput = Uint8Array | { path: string } | Readable

export interface SignOptions {
  /** Seconds; 300 for full renditions. */
  expiresInSeconds: number
  disposition: 'inline' | 'attachment'
  /** Name for the saved file, any script. */
  fileName?: string
  /**
   * Id of the person on whose membership the link rests. A transfer that outlasts the link goes on only while they
   * still have it. Where a bucket sends by itself, which knows no members, it always goes on.
   */
  holder?: number
}

/**
 * Where renditions live: a folder or an S3 bucket, one behaviour.
 * Keys are `segment/segment/name.ext` of [a-z0-9._-]; anything else is AppError('badKey').
 */
export interface Storage {
  readonly driver: 'disk' | 's3'
  /** Origin of signed URLs, where the bucket itself sends: pages must allow films from it. */
  readonly filmOrigin: string | undefined
  /** Whole or not at all: readers never see a part. Writing the same key twice is safe. */
  put(key: string, input: StorageInput, contentType: string): Promise<void>
  /** undefined where there is no such key. */
  stat(key: string): Promise<StoredObject | undefined>
  /** AppError('mediaNotFound') where there is no such key, 'badRequest' where the range begins past the end. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Every key below the folder that the prefix names (`poster` or `poster/`; empty for all), in no particular order. */
  list(prefix: string): AsyncIterable<string>
  /**
   * A URL that serves the object without further rights until it expires: a path on this site, or, where the bucket
   * itself sends, a presigned S3 URL. Only for keys under `full/` (see public-keys.ts); AppError('badKey') for others.
   */
  signedUrl(key: string, options: SignOptions): Promise<string>
  /** Rejects when the store cannot be written to; used by /readyz. */
  check(): Promise<void>
}
