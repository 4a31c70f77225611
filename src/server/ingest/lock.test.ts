import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLocked, takeLock } from './lock.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-lock-'))
  path = join(folder, 'a.lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the second waits until the first releases it', async () => {
  const release = await takeLock(path)
  const order: string[] = []
  const second = takeLock(path).then((done) => {
    order.push('second')
    return done()
  })
  expect(await isLocked(path)).toBe(true)
  order.push('first')
  await release()
  await second
  expect(order).toEqual(['first', 'second'])
  expect(await isLocked(path)).toBe(false)
})

test('the lock of a process that was killed is free at once', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await writeFile(path, JSON.stringify({ host: hostname(), pid, token: 'gone' }))
  expect(await isLocked(path)).toBe(false)
  await (await takeLock(path))()
})

test('what processes that were killed while they tried to take the lock have left is removed', async () => {
  const [old, other] = [`${path}.old`, join(folder, 'b.lock.other')]
  for (const each of [old, other]) await writeFile(each, '')
  await writeFile(`${path}.young`, '')
  const before = new Date(Date.now() - 61_000)
  for (const each of [old, other]) await utimes(each, before, before)
  await (await takeLock(path))()
  expect((await readdir(folder)).sort()).toEqual(['a.lock.young', 'b.lock.other'])
})

test('the lock of another machine holds until it was silent for a minute', async () => {
  await writeFile(path, JSON.stringify({ host: 'elsewhere', pid: 1, token: 'theirs' }))
  expect(await isLocked(path)).toBe(true)
  const silent = new Date(Date.now() - 61_000)
  await utimes(path, silent, silent)
  expect(await isLocked(path)).toBe(false)
})

test.each([1, -1])('a clock that is set by %i day takes the lock from no live process', async (days) => {
  const release = await takeLock(path)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60_000 })
  expect(await isLocked(path)).toBe(true)
  vi.useRealTimers()
  await release()
})

test('waiting ends when the run is interrupted', async () => {
  const release = await takeLock(path)
  await expect(takeLock(path, AbortSignal.timeout(100))).rejects.toThrow()
  await release()
})
