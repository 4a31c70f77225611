import type { DataStore } from '@tus/server'

/** Where the bytes of uploads are, by the upload's id: a folder of this machine or a bucket. */
export interface UploadFiles {
  /** For the tus server; loaded with the first upload. */
  tus(): Promise<DataStore>
  /** The id in the tus store. */
  storeId(id: string): string
  /** Bytes that have arrived; undefined if there is no such upload. */
  received(id: string): Promise<number | undefined>
  /** Whether this many bytes fit, as far as can be known. */
  hasRoom(bytes: number): Promise<boolean>
  /** Adds a local file, such as one of the command line. */
  put(id: string, path: string): Promise<void>
  /** Makes the whole file readable at `path`, which does not exist: by a link or a copy. */
  place(id: string, path: string, signal?: AbortSignal): Promise<void>
  /** Also removes unfinished ones. A missing one is no error. */
  remove(id: string): Promise<void>
}
