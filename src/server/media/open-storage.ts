import type { StorageConfig } from '#server/config/storage-config.ts'
import { openDiskStorage } from './disk-storage.ts'
import type { Signing } from './signed-url.ts'
import type { Storage } from './storage.ts'

/** Loads the large S3 library only if it is configured. */
export async function openStorage(config: StorageConfig, signing: Signing): Promise<Storage> {
  if (config.driver === 'disk')
    return openDiskStorage(config.root, signing, { forGroup: config.delivery === 'nginx' })
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(config, signing)
}
