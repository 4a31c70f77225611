import { type FileHandle, open, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { bodyOf, FILM, idsOf, uploadRoom } from '../../../../tests/support/studio/upload-room.ts'
import { receiveBytes } from '../receive-bytes.ts'
import { LeaseLost } from '../upload-lease.ts'

afterEach(() => vi.restoreAllMocks())

/** What every open file does, to let a disk refuse. */
async function openFiles(): Promise<FileHandle> {
  const file = await open(import.meta.filename)
  await file.close()
  return Object.getPrototypeOf(file) as FileHandle
}

const refusal = (code: string) => Object.assign(new Error(code), { code })

describePlainSql('uploads on disk', (openDb) => {
  const aRoom = async (countMs?: number) => {
    const room = await uploadRoom(await openDb(), 'disk', countMs)
    const id = await room.anUpload()
    return { ...room, files: room.deps.uploads.files, id, lease: await room.take(id) }
  }

  test('are read by this user only', async () => {
    const { deps, folder, id, lease } = await aRoom()
    await receiveBytes(deps, lease, bodyOf(FILM))
    const modes = [join(folder, 'uploads'), join(folder, 'uploads', id)].map(
      async (path) => (await stat(path)).mode & 0o777,
    )
    expect(await Promise.all(modes)).toEqual([0o700, 0o600])
  })

  test('leave room for the database', async () => {
    const { files, folder } = await aRoom()
    await files.hasRoom(1)
    const { bavail, bsize } = await statfs(folder)
    expect(await files.hasRoom(bavail * bsize)).toBe(false)
  })

  test('are whole where the disk takes a part of a chunk, and reach the platter when whole', async () => {
    const { deps, id, files, lease } = await aRoom()
    const file = await openFiles()
    const write = file.write as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(file, 'write').mockImplementation(function (this: FileHandle, ...args: unknown[]) {
      const [chunk, from, length, at] = args
      return write.call(this, chunk, from, Math.min(length as number, 4), at)
    } as never)
    const synced = vi.spyOn(file, 'datasync')
    await receiveBytes(deps, lease, bodyOf(FILM.subarray(0, 9)))
    expect(synced).not.toHaveBeenCalled()
    synced.mockRejectedValueOnce(refusal('EINVAL'))
    const own = Buffer.from(new Uint8Array(FILM.subarray(9)).buffer)
    const body = new PassThrough()
    body.end(own)
    await receiveBytes(deps, lease, body as never)
    expect([synced.mock.calls.length, own.length]).toEqual([1, 0])
    expect(await buffer(await files.read(id))).toEqual(FILM)
  })

  test.each([
    ['ENOSPC', { code: 'storageFull' }],
    ['EIO', { code: 'EIO' }],
  ])('say why the disk refuses: %s', async (code, error) => {
    const { deps, lease, files } = await aRoom()
    const file = await openFiles()
    vi.spyOn(file, 'datasync').mockRejectedValueOnce(refusal(code))
    await expect(receiveBytes(deps, lease, bodyOf(FILM))).rejects.toMatchObject(error)
    vi.spyOn(file, 'write').mockRejectedValueOnce(refusal(code))
    await expect(receiveBytes(deps, lease, bodyOf(FILM))).rejects.toMatchObject(error)
    await expect(files.put(lease, '/nowhere')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('stop when another request has them, and not when the database fails once', async () => {
    const { deps, id, lease, set } = await aRoom(10)
    const body = new PassThrough()
    const failing = vi.spyOn(lease, 'record').mockRejectedValueOnce(new Error('the database is away'))
    const receiving = receiveBytes(deps, lease, body as never)
    receiving.catch(() => {})
    body.write(Buffer.from(FILM.subarray(0, 3)))
    await vi.waitFor(() => expect(failing.mock.calls.length).toBeGreaterThan(1))
    body.write(Buffer.from(FILM.subarray(3, 6)))
    await vi.waitFor(() => expect(lease.received).toBe(6))
    await set(id, { lease: 99 })
    body.write(Buffer.from(FILM.subarray(6, 7)))
    const calls = failing.mock.calls.length
    await vi.waitFor(() => expect(failing.mock.calls.length).toBeGreaterThan(calls + 1))
    body.write(Buffer.from(FILM.subarray(7, 8)))
    await expect(receiving).rejects.toThrow(LeaseLost)
  })

  test('go with the description that a former release kept', async () => {
    const { files, folder, id, send } = await aRoom()
    await send(id, FILM)
    for (const name of [`${id}.json`, `${'a'.repeat(32)}.json`, 'note'])
      await writeFile(join(folder, 'uploads', name), '{}')
    expect(await idsOf(files)).toEqual(new Set([id, 'a'.repeat(32)]))
    await files.remove(id)
    await files.remove('a'.repeat(32))
    expect(await idsOf(files)).toEqual(new Set())
  })
})
