import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { isAppError } from '#contract/errors.ts'
import { BackupDamaged } from '#server/backup/damage/damage.ts'
import { counted } from '#server/media/counted.ts'
import type { Storage } from '#server/media/storage.ts'
import { about, withPath } from '#server/with-path.ts'
import type { Manifest } from './backup-files.ts'

type Packed = Manifest['database']

/** A database shrinks to a fifth; higher levels gain little. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Stores a file compressed. Its checksum is that of the compressed bytes. */
export async function packFile(
  target: Storage,
  { path, key }: { path: string; key: string },
): Promise<Packed> {
  const packed = `${path}.zst`
  const { through, digest } = counted()
  const compress = createZstdCompress(LEVEL)
  const out = createWriteStream(packed, { mode: 0o600 })
  await about(packed, pipeline(createReadStream(path), compress, through, out))
  await target.put(key, { path: packed }, 'application/zstd')
  const [{ size: bytes }, { size: unpacked }] = [await stat(packed), await stat(path)]
  return { key, bytes, sha256: digest(), unpacked }
}

/** Unpacks what packFile() stored. @throws BackupDamaged */
export async function unpackFile(target: Storage, { key, sha256 }: Packed, path: string): Promise<void> {
  const { through, digest } = counted()
  try {
    const packed = await target.read(key)
    const out = createWriteStream(path, { mode: 0o600 })
    await pipeline(packed, through, createZstdDecompress(), out)
  } catch (error) {
    // A full disk or a silent bucket says nothing about the backup.
    if (!isUnreadable(error)) throw withPath(error, path)
    throw new BackupDamaged(`${key} of the backup is missing or unreadable`, { cause: error })
  }
  if (digest() !== sha256) throw new BackupDamaged(`${key} of the backup is damaged: its checksum differs`)
}

/** Whether the packed bytes are gone, cut short or wrong. */
function isUnreadable(error: unknown): boolean {
  if (isAppError(error)) return error.code === 'mediaNotFound'
  return error instanceof Error && 'code' in error && /^(?:ZSTD|Z)_/.test(String(error.code))
}

/** Copies an object to a file, and returns its checksum. @throws AppError('mediaNotFound') */
export async function spool(
  from: Storage,
  key: string,
  path: string,
): Promise<{ bytes: number; sha256: string }> {
  const { through, bytes, digest } = counted()
  const bytesOf = await from.read(key)
  await about(path, pipeline(bytesOf, through, createWriteStream(path, { mode: 0o600 })))
  return { bytes: bytes(), sha256: digest() }
}
