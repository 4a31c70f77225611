import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { FILM, never, uploadRoom } from '../../../tests/support/studio/upload-room.ts'
import { finishUpload } from './finish-upload.ts'
import { LeaseLost } from './upload-lease.ts'

describe.each(['disk', 'pieces'] as const)('a whole upload (%s)', (kind) => {
  describePlainSql('is read back', (open) => {
    const aRoom = async (values: object = {}) => {
      const room = await uploadRoom(await open(), kind)
      return { ...room, id: await room.anUpload(values), other: await room.anUpload(values) }
    }

    test('and waits for a worker if it is right', async () => {
      const { deps, id, other, rowOf, jobsOf, send, take } = await aRoom()
      const told = vi.fn()
      deps.events.on('jobQueued', told)
      await send(id, FILM)
      await send(other, FILM)
      await finishUpload(deps, await take(id), never)
      expect(await rowOf(id)).toMatchObject({
        state: 'waiting',
        received: FILM.length,
        lease: 0,
        restarts: 0,
        finished: null,
      })
      expect([await jobsOf(id), await jobsOf(other), told.mock.calls.length]).toEqual([1, 0, 1])
      expect((await rowOf(other)).state).toBe('sending')
    })

    test('and waits for the end of its batch if that is open', async () => {
      const { deps, id, other, set, statesOf, jobsOf, send, take } = await aRoom({
        batch: 'some-batch',
        closed: 0,
      })
      await set(other, { closed: 1 })
      for (const each of [id, other]) {
        await send(each, FILM)
        await finishUpload(deps, await take(each), never)
      }
      expect(await statesOf([id, other])).toEqual(['waiting', 'waiting'])
      expect([await jobsOf(id), await jobsOf(other)]).toEqual([0, 1])
    })

    test('without a trace in memory', async () => {
      const { deps, id, send, take } = await aRoom()
      await send(id, FILM)
      const lease = await take(id)
      const own = Buffer.from(new Uint8Array(FILM).buffer)
      vi.spyOn(deps.uploads.files, 'read').mockResolvedValue(Readable.from([own]))
      await finishUpload(deps, lease, never)
      expect(own.length).toBe(0)
    })

    test('without a hash the length counts', async () => {
      const { deps, id, rowOf, send, take } = await aRoom({ sha256: '' })
      await send(id, Buffer.alloc(FILM.length, 1))
      await finishUpload(deps, await take(id), never)
      expect((await rowOf(id)).state).toBe('waiting')
    })

    test('starts again twice if it is damaged, and then it has failed', async () => {
      const { deps, id, other, logged, rowOf, statesOf, jobsOf, send, take } = await aRoom()
      const wrong = Buffer.from(FILM)
      wrong[3]! ^= 1
      await send(other, FILM)
      for (const restarts of [1, 2]) {
        await send(id, wrong)
        const finishing = finishUpload(deps, await take(id), never)
        await expect(finishing).rejects.toMatchObject({ code: 'uploadMoved' })
        expect(await rowOf(id)).toMatchObject({ state: 'sending', received: 0, lease: 0, restarts })
      }
      await send(id, wrong)
      await expect(finishUpload(deps, await take(id), never)).rejects.toMatchObject({ code: 'uploadDamaged' })
      expect(await rowOf(id)).toMatchObject({ state: 'failed', reason: 'damaged', held: 'none' })
      expect((await rowOf(id)).finished).not.toBeNull()
      expect(await deps.uploads.files.received(id)).toBeUndefined()
      expect([await statesOf([other]), await jobsOf(id)]).toEqual([['sending'], 0])
      expect(await deps.uploads.files.received(other)).toBe(FILM.length)
      expect(logged.filter((line) => line.includes('arrived damaged'))).toHaveLength(3)
    })

    test('a later attempt is right although the first bytes are still there', async () => {
      const { deps, id, rowOf, send, take } = await aRoom()
      await send(id, Buffer.alloc(FILM.length, 7))
      await expect(finishUpload(deps, await take(id), never)).rejects.toMatchObject({ code: 'uploadMoved' })
      await send(id, FILM)
      await finishUpload(deps, await take(id), never)
      expect(await rowOf(id)).toMatchObject({ state: 'waiting', restarts: 1 })
    })

    test('by one process: who has lost it decides nothing', async () => {
      const { deps, id, rowOf, send, take, set } = await aRoom()
      await send(id, Buffer.alloc(FILM.length, 7))
      const lease = await take(id)
      await set(id, { lease: 99 })
      await expect(finishUpload(deps, lease, never)).rejects.toThrow(LeaseLost)
      expect(await rowOf(id)).toMatchObject({
        state: 'sending',
        received: FILM.length,
        lease: 99,
        restarts: 0,
      })
    })

    test('and is given up when the server stops, for another one', async () => {
      const { deps, id, rowOf, send, take } = await aRoom()
      await send(id, FILM)
      const stopping = AbortSignal.abort(new Error('the server stops'))
      await expect(finishUpload(deps, await take(id), stopping)).rejects.toThrow('the server stops')
      expect(await rowOf(id)).toMatchObject({ state: 'sending', lease: 0 })
    })
  })
})
