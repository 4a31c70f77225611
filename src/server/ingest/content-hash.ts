import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Refusal } from './refusal.ts'

/** SHA-256 of a file, hex. */
export async function contentHash(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash, { signal })
  return hash.digest('hex')
}

/** Notes size and modification time; the returned function throws a Refusal if they have changed. */
export async function watchFile(path: string): Promise<() => Promise<void>> {
  const before = await stamp(path)
  return async () => {
    if ((await stamp(path)) !== before)
      throw new Refusal('it changed while it was being read; run again', { code: 'changed' })
  }
}

async function stamp(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path)
  return `${size} ${mtimeMs} ${ino}`
}
