import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { describeEachStore } from '../../../tests/support/storage/stores.ts'

const NAME = '流れ「春」 (final) 100%.mp4'
/** More than one part of an S3 upload. */
const LARGE = 6 * 1024 * 1024

const signed = { expiresInSeconds: 300, disposition: 'attachment' } as const

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function keysOf(list: AsyncIterable<string>): Promise<string[]> {
  const keys: string[] = []
  for await (const key of list) keys.push(key)
  return keys
}

describeEachStore('storage', (store) => {
  test('returns stored bytes, with size, type and time', async () => {
    const { storage } = store()
    const before = Date.now()
    await storage.put('full/aa/first.mp4', Buffer.from('first bytes'), 'video/mp4')
    expect(await text(await storage.read('full/aa/first.mp4'))).toBe('first bytes')
    const object = await storage.stat('full/aa/first.mp4')
    expect(object).toMatchObject({ key: 'full/aa/first.mp4', size: 11, contentType: 'video/mp4' })
    expect(object?.etag).toMatch(/^[a-z0-9-]+$/)
    expect(Math.abs(Number(object?.modified) - before)).toBeLessThan(5_000)
  })

  test('stores a file and leaves it where it is', async () => {
    const { storage } = store()
    const folder = await mkdtemp(join(tmpdir(), 'nagare-input-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const bytes = randomBytes(LARGE)
    await writeFile(join(folder, 'master.mp4'), bytes, { mode: 0o400 })
    await storage.put('full/file.mp4', { path: join(folder, 'master.mp4') }, 'video/mp4')
    expect(sha256(await buffer(await storage.read('full/file.mp4')))).toBe(sha256(bytes))
    expect(sha256(await readFile(join(folder, 'master.mp4')))).toBe(sha256(bytes))
  })

  test('stores a stream of unknown length', async () => {
    const { storage } = store()
    const chunks = Array.from({ length: 12 }, () => randomBytes(LARGE / 12))
    await storage.put('full/stream.mp4', Readable.from(chunks), 'video/mp4')
    expect(sha256(await buffer(await storage.read('full/stream.mp4')))).toBe(sha256(Buffer.concat(chunks)))
  })

  test('stores an empty object, too', async () => {
    const { storage } = store()
    await storage.put('preview/empty.webm', new Uint8Array(), 'video/webm')
    expect(await storage.stat('preview/empty.webm')).toMatchObject({ size: 0, contentType: 'video/webm' })
    expect(await text(await storage.read('preview/empty.webm'))).toBe('')
  })

  test.for([
    [{ start: 0, end: 1 }, '01'],
    [{ start: 2, end: 5 }, '2345'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 8, end: 500 }, '89'],
  ] as const)('reads the range %o', async ([range, expected]) => {
    const { storage } = store()
    await storage.put('full/digits.mp4', Buffer.from('0123456789'), 'video/mp4')
    expect(await text(await storage.read('full/digits.mp4', range))).toBe(expected)
  })

  test('refuses a range past the end', async () => {
    const { storage } = store()
    await storage.put('full/digits.mp4', Buffer.from('0123456789'), 'video/mp4')
    await expect(storage.read('full/digits.mp4', { start: 10, end: 12 })).rejects.toMatchObject({
      code: 'badRequest',
    })
  })

  test('an overwrite replaces the whole and changes the validator', async () => {
    const { storage } = store()
    await storage.put('full/again.mp4', Buffer.from('one longer'), 'video/mp4')
    const first = await storage.stat('full/again.mp4')
    await storage.put('full/again.mp4', Buffer.from('two'), 'video/mp4')
    expect(await text(await storage.read('full/again.mp4'))).toBe('two')
    expect((await storage.stat('full/again.mp4'))?.etag).not.toBe(first?.etag)
  })

  test('a broken stream leaves nothing', async () => {
    const { storage, leftovers } = store()
    async function* broken() {
      yield randomBytes(LARGE)
      yield randomBytes(LARGE)
      throw new Error('camera unplugged')
    }
    const put = storage.put('full/broken.mp4', Readable.from(broken()), 'video/mp4')
    await expect(put).rejects.toThrow('camera unplugged')
    expect(await storage.stat('full/broken.mp4')).toBeUndefined()
    expect(await leftovers()).toEqual([])
  })

  test('a broken stream leaves the older object unchanged', async () => {
    const { storage } = store()
    await storage.put('full/kept.mp4', Buffer.from('older'), 'video/mp4')
    async function* broken() {
      yield Buffer.from('newer')
      throw new Error('camera unplugged')
    }
    await expect(storage.put('full/kept.mp4', Readable.from(broken()), 'video/mp4')).rejects.toThrow()
    expect(await text(await storage.read('full/kept.mp4'))).toBe('older')
  })

  test('a missing key is mediaNotFound, and may be deleted', async () => {
    const { storage } = store()
    expect(await storage.stat('full/nowhere/x.mp4')).toBeUndefined()
    await expect(storage.read('full/nowhere/x.mp4')).rejects.toMatchObject({ code: 'mediaNotFound' })
    await storage.delete('full/nowhere/x.mp4')
    await storage.put('full/gone.mp4', Buffer.from('x'), 'video/mp4')
    await storage.delete('full/gone.mp4')
    expect(await storage.stat('full/gone.mp4')).toBeUndefined()
  })

  test('lists the keys below a folder and no others', async () => {
    const { storage } = store()
    const keys = ['poster/ab/240.avif', 'poster/ab/480.avif', 'poster/abc/240.avif', 'poster/b.avif']
    for (const key of keys) await storage.put(key, Buffer.from(key), 'image/avif')
    await storage.check()
    expect((await keysOf(storage.list('poster'))).sort()).toEqual(keys)
    expect((await keysOf(storage.list('poster/ab/'))).sort()).toEqual(keys.slice(0, 2))
    expect(await keysOf(storage.list('nothing'))).toEqual([])
    const everything = await keysOf(storage.list(''))
    expect(everything).toEqual(expect.arrayContaining(keys))
    expect(everything.filter((key) => !/^(?:full|preview|poster)\//.test(key))).toEqual([])
  })

  test('a signed URL serves the clip under the given name, in any script', async () => {
    const { storage, serve } = store()
    await storage.put('full/signed.mp4', Buffer.from('signed bytes'), 'video/mp4')
    const answer = await serve(await storage.signedUrl('full/signed.mp4', { ...signed, fileName: NAME }))
    expect(answer).toMatchObject({ status: 200, body: 'signed bytes' })
    expect(answer.disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/)
    const extended = answer.disposition?.split("filename*=UTF-8''")[1] ?? ''
    expect(decodeURIComponent(extended)).toBe(NAME)
  })

  test('a signed URL does not work after its expiry', async () => {
    const { storage, serve, signAt } = store()
    await storage.put('full/signed.mp4', Buffer.from('signed bytes'), 'video/mp4')
    signAt(-301_000)
    const url = await storage.signedUrl('full/signed.mp4', { ...signed, disposition: 'inline' })
    signAt(0)
    expect((await serve(url)).status).toBe(403)
  })

  test('only full renditions are signed', async () => {
    const { storage } = store()
    await expect(storage.signedUrl('master/a.mp4', signed)).rejects.toMatchObject({ code: 'badKey' })
  })

  test.for([
    '',
    '/',
    '../x',
    'full/../x',
    'full//x',
    '/full/x',
    'full/x/',
    'full\\x',
    'Full/x',
    'full/.tmp',
    'full/\0',
  ])('refuses the key %j in every call', async (key) => {
    const { storage } = store()
    const refusal = { code: 'badKey' }
    await expect(storage.put(key, Buffer.from('x'), 'video/mp4')).rejects.toMatchObject(refusal)
    await expect(storage.stat(key)).rejects.toMatchObject(refusal)
    await expect(storage.read(key)).rejects.toMatchObject(refusal)
    await expect(storage.delete(key)).rejects.toMatchObject(refusal)
    await expect(storage.signedUrl(key, signed)).rejects.toMatchObject(refusal)
  })
})
