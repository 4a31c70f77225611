import type { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import { noRoom } from './tus-error.ts'

/** The library's store, with methods that it lacks. */
export class S3UploadStore extends S3Store {
  override async write(input: Readable, id: string, offset: number): Promise<number> {
    try {
      return await super.write(input, id, offset)
    } catch (error) {
      throw statusOf(error) === 507 ? noRoom(error) : error
    }
  }

  /**
   * Bytes that have arrived in parts; undefined if no upload is running. If the server died before completing a whole
   * upload, this completes it.
   */
  async receivedParts(id: string): Promise<number | undefined> {
    const parts = await this.retrieveParts(id).catch((error) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (!parts) return undefined
    const received = parts.reduce((bytes, { Size = 0 }) => bytes + Size, 0)
    const metadata = await this.getMetadata(id)
    if (received < (metadata.file.size ?? 0)) return received + ((await this.getIncompletePartSize(id)) ?? 0)
    await this.finishMultipartUpload(metadata, parts)
    return received
  }
}

/** For `cache`: another process may remove an upload at any time. */
export const NO_CACHE = { get: async () => undefined, set: async () => {}, delete: async () => {} }

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

function isMissing(error: unknown): boolean {
  const name = error instanceof Error ? error.name : ''
  return ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(name) || statusOf(error) === 404
}
