import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { MediaObjects } from './media-objects.ts'

const POSTER = 'poster/1.jpg'

async function testObjects() {
  const root = await mkdtemp(join(tmpdir(), 'nagare-objects-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const storage = await openDiskStorage(root, { keys: ['k'.repeat(32)], now: () => new Date() })
  const put = (byte: number) => storage.put(POSTER, Buffer.alloc(1000 + byte, byte), 'image/jpeg')
  await put(1)
  return { objects: new MediaObjects(storage), put }
}

test('after a minute it is checked again, since another process may have removed it', async () => {
  const { objects } = await testObjects()
  await objects.open(POSTER)
  expect(objects.cached(POSTER)).toBeDefined()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  onTestFinished(() => clock.mockRestore())
  expect(objects.cached(POSTER)).toBeUndefined()
})

test('after a change of the library, an object is read again only if it is another one', async () => {
  const { objects, put } = await testObjects()
  const first = await objects.open(POSTER)
  objects.revalidate()
  expect(objects.cached(POSTER)).toBeUndefined()
  expect(await objects.open(POSTER)).toBe(first)
  await put(2)
  objects.revalidate()
  expect((await objects.open(POSTER))?.bytes?.[0]).toBe(2)
})
