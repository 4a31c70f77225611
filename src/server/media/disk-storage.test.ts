import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { runs } from '../../../tests/support/runs.ts'
import { openDiskStorage } from './disk-storage.ts'

const signing = { keys: ['k'.repeat(32)], now: () => new Date() }
const PUT = new URL('../../../tests/support/children/put-child.ts', import.meta.url)

let folder: string
let root: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-disk-'))
  root = join(folder, 'media')
  await writeFile(join(folder, 'secret.txt'), 'not yours')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each([
  [5, 4],
  [-1, 4],
  [-2, -1],
])('the range from %i to %i is refused', async (start, end) => {
  const storage = await openDiskStorage(root, signing)
  await storage.put('full/digits.mp4', Buffer.from('0123456789'), 'video/mp4')
  await expect(storage.read('full/digits.mp4', { start, end })).rejects.toMatchObject({ code: 'badRequest' })
})

test('concurrent writes of a key leave one whole file, and readers see whole ones', async () => {
  const storage = await openDiskStorage(root, signing)
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const versions = Array.from({ length: 12 }, (_, index) => Buffer.alloc(300_000, index))
  const hashes = versions.map(sha256)
  await storage.put('full/race.mp4', Buffer.alloc(300_000, 0), 'video/mp4')
  const reads: Promise<Buffer>[] = []
  await Promise.all(
    versions.map(async (version) => {
      await storage.put('full/race.mp4', version, 'video/mp4')
      reads.push(storage.read('full/race.mp4').then(buffer))
    }),
  )
  for (const seen of await Promise.all(reads)) expect(hashes).toContain(sha256(seen))
})

test('reads a single byte, and the first one too', async () => {
  const storage = await openDiskStorage(root, signing)
  await storage.put('full/digits.mp4', Buffer.from('0123456789'), 'video/mp4')
  expect(await text(await storage.read('full/digits.mp4', { start: 0, end: 0 }))).toBe('0')
})

test('no key reads, writes or removes a file outside the root', async () => {
  const storage = await openDiskStorage(root, signing)
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    'secret.txt',
    '%2e%2e',
    '\0',
    'a',
    '',
    '~',
    '．．',
    '.tmp',
    ' ',
  )
  const keys = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('/')),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
    fc.webPath(),
  )
  await fc.assert(
    fc.asyncProperty(keys, async (key) => {
      await storage.put(key, Buffer.from('mine'), 'video/mp4').catch(() => {})
      const seen = await storage.read(key).then(text, () => 'refused')
      expect(['mine', 'refused']).toContain(seen)
      await storage.delete(key).catch(() => {})
    }),
    { numRuns: runs(1_000) },
  )
  expect((await readdir(folder)).sort()).toEqual(['media', 'secret.txt'])
  expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('not yours')
})

test('a link out of the root is not followed, to a file or a folder', async () => {
  const storage = await openDiskStorage(root, signing)
  await mkdir(join(folder, 'outside'))
  await writeFile(join(folder, 'outside', 'x.mp4'), 'not yours')
  await mkdir(join(root, 'full'))
  await symlink(join(folder, 'secret.txt'), join(root, 'full', 'link.mp4'))
  await symlink(join(folder, 'outside'), join(root, 'full', 'folder'))

  for (const key of ['full/link.mp4', 'full/folder/x.mp4']) {
    expect(await storage.stat(key)).toBeUndefined()
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'mediaNotFound' })
    await storage.delete(key)
  }
  for await (const key of storage.list('full')) expect.fail(`listed ${key}`)
  const put = storage.put('full/folder/deep/y.mp4', Buffer.from('mine'), 'video/mp4')
  await expect(put).rejects.toMatchObject({ code: 'badKey' })
  expect(await readdir(join(folder, 'outside'))).toEqual(['x.mp4'])

  await storage.put('full/link.mp4', Buffer.from('mine'), 'video/mp4')
  expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('not yours')
  expect(await text(await storage.read('full/link.mp4'))).toBe('mine')
})

test('the root may be a link to a folder', async () => {
  await mkdir(join(folder, 'elsewhere'))
  await symlink(join(folder, 'elsewhere'), root)
  const storage = await openDiskStorage(root, signing)
  await storage.put('full/x.mp4', Buffer.from('mine'), 'video/mp4')
  expect(await readFile(join(folder, 'elsewhere', 'full', 'x.mp4'), 'utf8')).toBe('mine')
})

test('opening removes old leftovers of killed processes, and no file still being written', async () => {
  await mkdir(join(root, '.tmp'), { recursive: true })
  for (const name of ['old', 'young']) await writeFile(join(root, '.tmp', name), 'half')
  const yesterday = new Date(Date.now() - DAY_MS)
  await utimes(join(root, '.tmp', 'old'), yesterday, yesterday)
  await openDiskStorage(root, signing)
  expect(await readdir(join(root, '.tmp'))).toEqual(['young'])
})

test('leftovers are older than an hour', async () => {
  await mkdir(join(root, '.tmp'), { recursive: true })
  for (const [name, minutes] of [
    ['old', 61],
    ['young', 59],
  ] as const) {
    const at = new Date(Date.now() - minutes * 60_000)
    await writeFile(join(root, '.tmp', name), 'half')
    await utimes(join(root, '.tmp', name), at, at)
  }
  await openDiskStorage(root, signing)
  expect(await readdir(join(root, '.tmp'))).toEqual(['young'])
})

test('the check leaves nothing behind', async () => {
  const storage = await openDiskStorage(root, signing)
  await storage.check()
  expect(await readdir(join(root, '.tmp'))).toEqual([])
})

test('on a full disk a put fails with storageFull and leaves nothing', async () => {
  // A limit on file size, in blocks of 512 bytes, fails a write as a full disk does.
  const command = `ulimit -f 1000; exec "$0" "$@"`
  const args = ['-c', command, process.execPath, PUT.pathname, root]
  const { stdout } = await promisify(execFile)('sh', args)
  expect(JSON.parse(stdout)).toEqual({ bytes: 'storageFull', file: 'storageFull', stream: 'storageFull' })
  expect(await readdir(join(root, '.tmp'))).toEqual([])
  expect(await readdir(root)).toEqual(['.tmp'])
})

test('the check fails if the folder is not writable', async () => {
  const storage = await openDiskStorage(root, signing)
  await storage.check()
  await rm(root, { recursive: true })
  await writeFile(root, 'a file stands where the folder was')
  await expect(storage.check()).rejects.toThrow()
})
