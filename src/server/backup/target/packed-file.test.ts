import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { BackupDamaged } from '#server/backup/damage/damage.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { aFolder, signing } from '../../../../tests/support/backup-site.ts'
import { packFile, unpackFile } from './packed-file.ts'

const KEY = 'backups/a/database.db.zst'

async function packed() {
  const [folder, target] = [await aFolder(), await openDiskStorage(await aFolder(), signing)]
  const path = join(folder, 'a.db')
  await writeFile(path, 'page '.repeat(10_000))
  const file = await packFile(target, { path, key: KEY })
  const into = join(folder, 'b.db')
  const unpack = () => unpackFile(target, file, into)
  const put = (bytes: Buffer) => target.put(KEY, bytes, 'application/zstd')
  return { path, into, target, file, unpack, put, bytes: await buffer(await target.read(KEY)) }
}

test('a file is packed and unpacked, for its owner alone', async () => {
  const { path, into, file, unpack, bytes } = await packed()
  expect(file).toMatchObject({ key: KEY, bytes: bytes.length, unpacked: 50_000 })
  await unpack()
  expect(await readFile(into, 'utf8')).toBe(await readFile(path, 'utf8'))
  for (const each of [into, `${path}.zst`]) expect((await stat(each)).mode & 0o777).toBe(0o600)
})

test('a packed file that is cut, spoilt, gone or another one is damaged', async () => {
  const { unpack, put, bytes, target } = await packed()
  const spoilt = Buffer.from(bytes)
  spoilt[bytes.length - 1]! ^= 1
  for (const wrong of [bytes.subarray(0, -1), Buffer.from('rot'), Buffer.alloc(0), spoilt]) {
    await put(wrong)
    await expect(unpack()).rejects.toThrow(BackupDamaged)
  }
  await put(Buffer.concat([bytes, Buffer.from('more')]))
  await expect(unpack()).rejects.toThrow(`${KEY} of the backup is damaged: its checksum differs`)
  await target.delete(KEY)
  await expect(unpack()).rejects.toThrow(`${KEY} of the backup is missing or unreadable`)
})

test.each([
  new AppError('unavailable', 'object store'),
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  new Error('Z_ in a message says nothing'),
])('what keeps it from being read now is no damage: %s', async (error) => {
  const { unpack, target, into } = await packed()
  vi.spyOn(target, 'read').mockRejectedValue(error)
  await expect(unpack()).rejects.toBe(error)
  expect(error).toMatchObject({ path: into })
})
