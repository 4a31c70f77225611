import type { Readable } from 'node:stream'
import type { UploadLease } from '../upload-lease.ts'

/** Where the bytes of uploads are, by the upload's id: a folder of this machine or a bucket. */
export interface UploadFiles {
  /** Counts only what is really stored, so that an upload goes on from there. @throws LeaseLost */
  recount(lease: UploadLease): Promise<void>
  /** Opens an upload to be written on after what it has received. */
  write(lease: UploadLease): Promise<UploadWriter>
  /** Adds a whole local file, such as one of the command line. @throws LeaseLost */
  put(lease: UploadLease, path: string): Promise<void>
  /** Bytes that are stored; undefined without any. */
  received(id: string): Promise<number | undefined>
  /** Whether this many bytes fit, as far as can be known. */
  hasRoom(bytes: number): Promise<boolean>
  /** All stored bytes, from the start. */
  read(id: string): Promise<Readable>
  /** Makes the whole file readable at `path`, which does not exist: by a link or a copy. */
  place(id: string, path: string, signal?: AbortSignal): Promise<void>
  /** Also removes unfinished ones. A missing one is no error. */
  remove(id: string): Promise<void>
  /** Ids of uploads with bytes here; one may come more than once. */
  ids(): AsyncIterable<string>
}

/** Stores the bytes of one request, and counts them once they are stored. */
export interface UploadWriter {
  /** A promise if the caller has to wait with the next chunk. The chunk's memory is freed. @throws LeaseLost */
  write(chunk: Buffer): Promise<void> | undefined
  /** Stores and counts the rest. @throws LeaseLost */
  end(): Promise<void>
}

/** Frees a chunk's memory at once: the garbage collector would leave tens of megabytes of an upload in memory. */
export function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
