import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { MediaObjects } from './media-objects.ts'

const LARGE = 'full/film.mp4'

async function testObjects() {
  const root = await mkdtemp(join(tmpdir(), 'nagare-objects-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const storage = await openDiskStorage(root, { keys: ['k'.repeat(32)], now: () => new Date() })
  const put = (byte: number) => storage.put(LARGE, Buffer.alloc(1024 * 1024 + byte, byte), 'video/mp4')
  await put(1)
  return { objects: new MediaObjects(storage), put }
}

test('after a minute it is checked again, since another process may have removed it', async () => {
  const { objects } = await testObjects()
  await objects.open(LARGE)
  expect(objects.cached(LARGE)).toBeDefined()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  onTestFinished(() => clock.mockRestore())
  expect(objects.cached(LARGE)).toBeUndefined()
  objects.close()
})

test('the cache reports each removed value once, and no reweighed one', async () => {
  const { objects, put } = await testObjects()
  const first = (await objects.open(LARGE))?.file
  objects.revalidate()
  expect((await objects.open(LARGE))?.file).toBe(first)
  first?.hold()
  await put(2)
  objects.revalidate()
  const second = (await objects.open(LARGE))?.file
  expect(second).not.toBe(first)
  // Still open for its reader, which closes it.
  expect(first?.hold()).toBe(true)
  first?.release()
  first?.release()
  expect(first?.hold()).toBe(false)
  objects.close()
  expect(second?.hold()).toBe(false)
})
