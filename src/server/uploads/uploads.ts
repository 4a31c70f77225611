import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { Storage } from '#server/media/storage.ts'
import { DiskFiles } from './files/disk-files.ts'
import { S3Files } from './files/s3-files.ts'
import type { UploadFiles } from './files/upload-files.ts'

/** Dependencies of the upload use cases: the bytes' place, and the operator's limits. */
export interface Uploads {
  files: UploadFiles
  /** Bytes of one file, and of all unfinished uploads together. */
  maxBytes: number
  totalBytes: number
  keepOriginals: boolean
  /** Folder of unfinished work. */
  work: string
}

/** Touches neither disk nor bucket before the first upload. */
export function openUploads(
  { dataDir, storage: config, uploads }: Pick<Config, 'dataDir' | 'storage' | 'uploads'>,
  { db, storage }: { db: Db; storage: Storage },
): Uploads {
  const files = config.driver === 's3' ? new S3Files(db, storage) : new DiskFiles(join(dataDir, 'uploads'))
  const { maxBytes, totalBytes, keepOriginals } = uploads
  return { files, maxBytes, totalBytes, keepOriginals, work: join(dataDir, 'work') }
}
