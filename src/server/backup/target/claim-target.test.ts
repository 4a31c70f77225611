import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { aFolder, signing } from '../../../../tests/support/backup-site.ts'
import { claimTarget, TargetTaken } from './claim-target.ts'

const KEY = 'lock/claim.json'
const NOW = Date.parse('2026-11-22T04:00:00.000Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW }))
afterEach(() => void vi.useRealTimers())

/** A target whose claim was last renewed so long ago. */
async function aTarget(): Promise<{ target: Storage; beaten(msAgo: number): void }> {
  const target = await openDiskStorage(await aFolder(), signing)
  let msAgo = 0
  const { stat } = target
  target.stat = async (key) => {
    const found = await stat.call(target, key)
    return found && { ...found, modified: new Date(Date.now() - msAgo) }
  }
  return { target, beaten: (ms) => (msAgo = ms) }
}

const claimIn = async (target: Storage) => text(await target.read(KEY))
const theirs = JSON.stringify({ place: 'elsewhere:/data', token: 'theirs' })
const takeOver = (target: Storage) => target.put(KEY, Buffer.from(theirs), 'application/json')

test.each([299_999, -299_999])('a claim of another machine counts for five minutes (%i ms)', async (age) => {
  const { target, beaten } = await aTarget()
  await takeOver(target)
  beaten(age)
  await expect(claimTarget(target, '/data')).rejects.toThrow(TargetTaken)
  expect(await claimIn(target)).toBe(theirs)
  beaten(Math.sign(age) * 300_000)
  await (await claimTarget(target, '/data')).assertOurs()
})

test('a killed run of the same machine and folder is taken over at once, of another folder it is not', async () => {
  const { target } = await aTarget()
  await claimTarget(target, '/data')
  await expect(claimTarget(target, '/other')).rejects.toThrow('another machine is backing up')
  await claimTarget(target, '/data')
  expect(JSON.parse(await claimIn(target))).toMatchObject({ place: `${hostname()}:/data` })
})

test('a claim is renewed each minute, until it is released', async () => {
  const { target } = await aTarget()
  const put = vi.spyOn(target, 'put')
  const claim = await claimTarget(target, '/data')
  expect(put).toHaveBeenCalledTimes(1)
  for (const times of [2, 3]) {
    await vi.advanceTimersByTimeAsync(59_999)
    expect(put).toHaveBeenCalledTimes(times - 1)
    await vi.advanceTimersByTimeAsync(1)
    // The timer has begun to read the claim; the file system does not wait for fake time.
    while (put.mock.calls.length < times) await new Promise(setImmediate)
  }
  await claim.assertOurs()
  await claim.release()
  expect(await target.stat(KEY)).toBe(undefined)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(put).toHaveBeenCalledTimes(3)
  expect(vi.getTimerCount()).toBe(0)
})

test('a claim that another machine has taken over is neither renewed nor removed', async () => {
  const { target } = await aTarget()
  const claim = await claimTarget(target, '/data')
  await takeOver(target)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(claim.assertOurs()).rejects.toThrow(TargetTaken)
  await claim.release()
  expect(await claimIn(target)).toBe(theirs)
})

test('a target that does not answer is not taken for free', async () => {
  const { target } = await aTarget()
  const away = new AppError('unavailable', 'object store')
  vi.spyOn(target, 'read').mockRejectedValue(away)
  await expect(claimTarget(target, '/data')).rejects.toBe(away)
  vi.spyOn(target, 'read').mockRejectedValue(new Error('mediaNotFound'))
  await expect(claimTarget(target, '/data')).rejects.toThrow('mediaNotFound')
})
