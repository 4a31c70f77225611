// Puts 2 MB into a folder in each of the three ways and prints the error codes.
import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import type { StorageInput } from '#server/media/storage.ts'

const storage = await openDiskStorage(process.argv[2] ?? '', { keys: [], now: () => new Date() })
const bytes = Buffer.alloc(2_000_000, 'x')

async function failure(input: StorageInput): Promise<string> {
  return storage.put('full/large.mp4', input, 'video/mp4').then(
    () => 'stored',
    (error) => error.code,
  )
}

const failures = {
  bytes: await failure(bytes),
  // Node's own executable: a large file that need not be written.
  file: await failure({ path: process.execPath }),
  stream: await failure(Readable.from([bytes])),
}
writeFileSync(1, JSON.stringify(failures))
