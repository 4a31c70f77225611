import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { FILM, never, uploadRoom } from '../../../tests/support/studio/upload-room.ts'
import { LeaseLost, takeLease } from './upload-lease.ts'

describeEachDatabase('the lease of an upload', (open) => {
  const aRoom = async () => {
    const room = await uploadRoom(await open())
    const [id, other] = [await room.anUpload(), await room.anUpload()]
    await mkdir(join(room.folder, 'uploads'))
    for (const each of [id, other]) await writeFile(join(room.folder, 'uploads', each), FILM)
    return { ...room, id, other }
  }

  test('goes to the next request at once when the one before has given it up', async () => {
    const { id, take, rowOf } = await aRoom()
    const first = await take(id)
    await first.record(5)
    await first.release()
    const began = performance.now()
    const second = await take(id)
    expect(performance.now() - began).toBeLessThan(1_500)
    expect([second.received, second.bytes, second.isWhole]).toEqual([5, FILM.length, false])
    expect((await rowOf(id)).lease).toBe(second.number)
  })

  test('a holder that is asked stops, and what it stored by then counts', async () => {
    const { id, other, take, rowOf } = await aRoom()
    const [first, apart] = [await take(id), await take(other)]
    const untouched = vi.fn()
    apart.watch(untouched)
    first.watch(async () => {
      await first.record(7)
      await first.release()
    })
    expect((await take(id)).received).toBe(7)
    expect(untouched).not.toHaveBeenCalled()
    expect((await rowOf(other)).received).toBe(0)
    await apart.record(3)
    await apart.release()
  })

  test('a holder that does not answer loses it after two seconds, and changes nothing any more', async () => {
    const { id, take, rowOf } = await aRoom()
    const first = await take(id)
    await expect(take('0'.repeat(32))).rejects.toMatchObject({ code: 'uploadOver' })
    const began = performance.now()
    const second = await take(id)
    expect(performance.now() - began).toBeGreaterThan(1_900)
    await second.record(4)
    const within = vi.fn(async () => {})
    await expect(first.record(9, within)).rejects.toThrow(LeaseLost)
    await expect(first.renew()).rejects.toThrow(LeaseLost)
    await first.release()
    expect(within).not.toHaveBeenCalled()
    expect(await rowOf(id)).toMatchObject({ received: 4, lease: second.number })
  })

  test('of those that wait only the newest gets it', async () => {
    const { id, take } = await aRoom()
    const first = await take(id)
    const waiting = take(id)
    waiting.catch(() => {})
    await vi.waitFor(async () => expect((await aFew(waiting)).state).toBe('waits'))
    const newest = take(id)
    await expect(waiting).rejects.toMatchObject({ code: 'uploadLocked' })
    await first.release()
    expect((await newest).number).toBeGreaterThan(first.number)
  })

  test('what is given up goes to nobody once a newer request has come or it is over', async () => {
    const { id, take, set } = await aRoom()
    const { number } = await take(id)
    for (const [change, code] of [
      [{ lease: 0, lease_asked: 99 }, 'uploadLocked'],
      [{ lease: 0, state: 'cancelled' }, 'uploadOver'],
    ] as const) {
      await set(id, { lease: number })
      const waiting = take(id)
      expect((await aFew(waiting)).state).toBe('waits')
      await set(id, change)
      await expect(waiting).rejects.toMatchObject({ code })
    }
  })

  test('an upload that is over or gone has none, and a holder is told', async () => {
    const { id, other, take, set } = await aRoom()
    const lease = await take(id)
    const stop = vi.fn()
    lease.watch(stop)
    const waiting = take(id)
    await set(id, { state: 'cancelled' })
    await expect(waiting).rejects.toMatchObject({ code: 'uploadOver' })
    await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce(), { timeout: 3_000 })
    await expect(lease.record(2)).rejects.toThrow(LeaseLost)
    await expect(take(id)).rejects.toMatchObject({ code: 'uploadOver' })
    await expect(take('0'.repeat(32))).rejects.toMatchObject({ code: 'uploadOver' })
    expect((await take(other)).received).toBe(0)
  })

  test('a whole upload is left to the process that checks it, while that lives', async () => {
    const { id, deps, take, age } = await aRoom()
    const checking = await take(id)
    await checking.record(FILM.length)
    const impatient = { signal: never, handoverMs: 100, checkedMs: 300 }
    await expect(takeLease(deps, id, impatient)).rejects.toMatchObject({ code: 'uploadLocked' })
    await checking.renew()
    // Longer than it would wait for a holder that only writes.
    const waiting = takeLease(deps, id, { signal: never, handoverMs: 0 })
    expect((await aFew(waiting)).state).toBe('waits')
    await checking.renew()
    await age(id, 11)
    expect((await waiting).isWhole).toBe(true)
    await expect(checking.renew()).rejects.toThrow(LeaseLost)
  })

  test('a holder that watches is told once, and not because the database fails', async () => {
    const { id, deps, take, set } = await aRoom()
    const lease = await take(id)
    const stop = vi.fn()
    const begun = vi.spyOn(globalThis, 'setInterval')
    const ended = vi.spyOn(globalThis, 'clearInterval')
    const looking = vi.spyOn(deps.db, 'selectFrom')
    looking.mockImplementationOnce(() => {
      throw new Error('the database is away')
    })
    lease.watch(stop, 5)
    await vi.waitFor(() => expect(looking.mock.calls.length).toBeGreaterThan(3))
    expect(stop).not.toHaveBeenCalled()
    await set(id, { lease_asked: lease.number + 1 })
    await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce())
    expect(ended).toHaveBeenCalledWith(begun.mock.results[0]?.value)
    lease.watch(stop, 50_000)
    await lease.release()
    expect(ended).toHaveBeenCalledWith(begun.mock.results[1]?.value)
    for (const spy of [begun, ended]) spy.mockRestore()
  })

  test('who leaves waits no longer', async () => {
    const { id, deps, take } = await aRoom()
    await take(id)
    const leaving = new AbortController()
    const waiting = takeLease(deps, id, { signal: leaving.signal })
    leaving.abort()
    await expect(waiting).rejects.toThrow('aborted')
  })
})

/** Whether a promise is settled. */
async function aFew(promise: Promise<unknown>): Promise<{ state: 'waits' | 'done' }> {
  const late = new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), 100))
  const done = promise.then(
    () => 'done' as const,
    () => 'done' as const,
  )
  return { state: await Promise.race([done, late]) }
}
