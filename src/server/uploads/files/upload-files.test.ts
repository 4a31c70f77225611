import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { bodyOf, FILM, idsOf, uploadRoom } from '../../../../tests/support/studio/upload-room.ts'
import { receiveBytes } from '../receive-bytes.ts'
import { LeaseLost } from '../upload-lease.ts'
import { openUploads } from '../uploads.ts'
import { DiskFiles } from './disk-files.ts'
import { S3Files } from './s3-files.ts'

test('bytes are kept where the operator says', () => {
  const rooms = (driver: string) =>
    openUploads({ dataDir: '/data', storage: { driver }, uploads: {} } as never, {} as never)
  expect(rooms('s3').files).toBeInstanceOf(S3Files)
  expect(rooms('disk').files).toBeInstanceOf(DiskFiles)
})

describe.each(['disk', 'pieces'] as const)('the bytes of uploads (%s)', (kind) => {
  describePlainSql('are stored', (open) => {
    const aRoom = async (values: object = {}, countMs?: number) => {
      const room = await uploadRoom(await open(), kind, countMs)
      return { ...room, files: room.deps.uploads.files, id: await room.anUpload(values) }
    }

    test('in the order of several requests, and each upload by itself', async () => {
      const { files, folder, id, send, rowOf, anUpload } = await aRoom()
      const other = await anUpload()
      expect(await files.received(id)).toBeUndefined()
      await send(id, FILM.subarray(0, 4))
      await send(other, FILM.subarray(0, 9))
      await send(id, FILM.subarray(4, 5))
      await send(id, Buffer.alloc(0))
      expect([await files.received(id), (await rowOf(id)).received]).toEqual([5, 5])
      await send(id, FILM.subarray(5))
      expect(await buffer(await files.read(id))).toEqual(FILM)
      await files.place(id, join(folder, 'placed'))
      expect(await readFile(join(folder, 'placed'))).toEqual(FILM)
      expect(await idsOf(files)).toEqual(new Set([id, other]))
      await files.remove(id)
      await files.remove(id)
      expect([await files.received(id), await files.received(other)]).toEqual([undefined, 9])
      expect(await idsOf(files)).toEqual(new Set([other]))
    })

    test('in pieces larger than memory keeps', async () => {
      const film = Buffer.alloc(20 * 1024 ** 2, 'a film of many bytes, ')
      const { deps, files, id, take } = await aRoom({ bytes: film.length })
      const chunks = Array.from({ length: 21 }, (_, n) => film.subarray(n * 1_000_001, (n + 1) * 1_000_001))
      const lease = await take(id)
      await receiveBytes(deps, lease, bodyOf(...chunks))
      expect(lease.isWhole).toBe(true)
      expect(film.equals(await buffer(await files.read(id)))).toBe(true)
    })

    test('and counted while a slow sender pauses', async () => {
      const { deps, id, take, rowOf } = await aRoom({}, 20)
      const lease = await take(id)
      const body = new PassThrough()
      const receiving = receiveBytes(deps, lease, body as never)
      body.write(Buffer.from(FILM.subarray(0, 6)))
      await vi.waitFor(async () => expect((await rowOf(id)).received).toBe(6), { timeout: 3_000 })
      body.destroy()
      await receiving
      expect(await rowOf(id)).toMatchObject({ received: 6, lease: lease.number })
    })

    test('a request that is cut off keeps what it sent', async () => {
      const { deps, id, take } = await aRoom()
      const lease = await take(id)
      const body = new PassThrough()
      body.on('newListener', (name) => name === 'data' && setTimeout(() => body.destroy(), 20))
      const receiving = receiveBytes(deps, lease, body as never)
      body.write(Buffer.from(FILM.subarray(0, 6)))
      await receiving
      expect(lease.received).toBe(6)
    })

    test('a request that is asked to stop stores what it has', async () => {
      const { deps, id, take } = await aRoom()
      const lease = await take(id)
      const body = new PassThrough()
      const receiving = receiveBytes(deps, lease, body as never).then(() => lease.release())
      body.write(Buffer.from(FILM.subarray(0, 6)))
      expect((await take(id)).received).toBe(6)
      await receiving
      expect([body.destroyed, body.isPaused(), body.listenerCount('data')]).toEqual([false, true, 0])
    })

    test('a request that was cut off before it began stores nothing', async () => {
      const { deps, id, take } = await aRoom()
      const lease = await take(id)
      await receiveBytes(deps, lease, new PassThrough().destroy() as never)
      expect(lease.received).toBe(0)
    })

    test.runIf(kind === 'pieces')('as one object by a former release', async () => {
      const { deps, files, id, set, anUpload, send } = await aRoom()
      const other = await anUpload()
      await send(other, FILM)
      await deps.storage.put(`uploads/${id}`, FILM, 'video/mp4')
      const piece = { upload_id: id, start: 0, bytes: FILM.length, lease: 0 }
      await deps.db.insertInto('upload_pieces').values(piece).execute()
      await set(id, { received: FILM.length })
      // A bucket has no folders, a disk has: there nothing is below a file.
      vi.spyOn(deps.storage, 'list').mockImplementationOnce(async function* () {})
      expect(await buffer(await files.read(id))).toEqual(FILM)
      await files.remove(id)
      expect(await idsOf(files)).toEqual(new Set([other]))
      expect(await files.received(other)).toBe(FILM.length)
    })

    test('more than the upload is long is refused', async () => {
      const { deps, id, take, rowOf } = await aRoom()
      const lease = await take(id)
      const receiving = receiveBytes(deps, lease, bodyOf(FILM, Buffer.from('!')))
      await expect(receiving).rejects.toMatchObject({ code: 'fileTooLarge' })
      expect((await rowOf(id)).received).toBe(FILM.length)
    })

    test('who has lost the upload counts nothing', async () => {
      const { deps, files, id, take, set, rowOf } = await aRoom()
      const lease = await take(id)
      await set(id, { lease: 99 })
      await expect(receiveBytes(deps, lease, bodyOf(FILM))).rejects.toThrow(LeaseLost)
      expect((await rowOf(id)).received).toBe(0)
      if (kind === 'pieces') expect(await files.received(id)).toBeUndefined()
    })

    test.runIf(kind === 'pieces')('a late piece overwrites none that counts', async () => {
      const { deps, files, id, take, send, set } = await aRoom()
      const late = await take(id)
      await set(id, { lease: 0 })
      await send(id, FILM)
      const other = bodyOf(Buffer.alloc(FILM.length, 1))
      await expect(receiveBytes(deps, late, other)).rejects.toThrow(LeaseLost)
      expect(await buffer(await files.read(id))).toEqual(FILM)
      await files.remove(id)
      expect(await idsOf(files)).toEqual(new Set())
    })

    test('what the store has lost is sent again', async () => {
      const { deps, folder, id, send, take, rowOf } = await aRoom()
      await send(id, FILM.subarray(0, 9))
      if (kind === 'disk') await truncate(join(folder, 'uploads', id), 4)
      else await deps.db.deleteFrom('upload_pieces').execute()
      const lease = await take(id)
      expect([lease.received, (await rowOf(id)).received]).toEqual(kind === 'disk' ? [4, 4] : [0, 0])
    })

    test('a local file is added whole', async () => {
      const { files, folder, id, take } = await aRoom()
      await writeFile(join(folder, 'local'), FILM)
      const lease = await take(id)
      await files.put(lease, join(folder, 'local'))
      expect(lease.isWhole).toBe(true)
      expect(await buffer(await files.read(id))).toEqual(FILM)
    })

    test('room is asked for before', async () => {
      const { files } = await aRoom()
      expect(await files.hasRoom(1)).toBe(true)
      expect(await files.hasRoom(1e18)).toBe(kind === 'pieces')
    })
  })
})
