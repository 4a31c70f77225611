import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { counted } from '#server/media/counted.ts'
import type { Storage } from '#server/media/storage.ts'
import type { Manifest } from './backup-files.ts'

type Packed = Manifest['database']

/** A database shrinks to a fifth; higher levels gain little. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** An object of a backup is missing or damaged. */
export class BackupDamaged extends Error {}

/** Stores a file compressed. Its checksum is that of the compressed bytes. */
export async function packFile(
  target: Storage,
  { path, key }: { path: string; key: string },
): Promise<Packed> {
  const packed = `${path}.zst`
  const { through, digest } = counted()
  const compress = createZstdCompress(LEVEL)
  await pipeline(createReadStream(path), compress, through, createWriteStream(packed, { mode: 0o600 }))
  await target.put(key, { path: packed }, 'application/zstd')
  return { key, bytes: (await stat(packed)).size, sha256: digest() }
}

/** Unpacks what packFile() stored. @throws BackupDamaged */
export async function unpackFile(target: Storage, { key, sha256 }: Packed, path: string): Promise<void> {
  const { through, digest } = counted()
  try {
    const out = createWriteStream(path, { mode: 0o600 })
    await pipeline(await target.read(key), through, createZstdDecompress(), out)
  } catch (error) {
    throw new BackupDamaged(`${key} of the backup is unreadable`, { cause: error })
  }
  if (digest() !== sha256) throw new BackupDamaged(`${key} of the backup is damaged: its checksum differs`)
}

/** Copies an object to a file, and returns its checksum. @throws AppError('mediaNotFound') */
export async function spool(
  from: Storage,
  key: string,
  path: string,
): Promise<{ bytes: number; sha256: string }> {
  const { through, bytes, digest } = counted()
  await pipeline(await from.read(key), through, createWriteStream(path, { mode: 0o600 }))
  return { bytes: bytes(), sha256: digest() }
}
