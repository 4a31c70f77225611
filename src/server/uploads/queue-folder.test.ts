import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { FILM, hashOf, never, uploadRoom } from '../../../tests/support/studio/upload-room.ts'
import { queueFolder } from './queue-folder.ts'

describe.each(['disk', 'pieces'] as const)('a folder for the workers (%s)', (kind) => {
  describePlainSql('is queued', (open) => {
    const aRoom = async () => {
      const room = await uploadRoom(await open(), kind)
      const folder = join(room.folder, 'footage')
      const names = 'a.mp4 sub/b.jpg sub/.hidden.mp4 .git/c.mp4 notes.txt empty.mp4 metadata.csv'.split(' ')
      for (const name of names) {
        await mkdir(join(folder, name, '..'), { recursive: true })
        await writeFile(join(folder, name), name === 'empty.mp4' ? '' : FILM)
      }
      await mkdir(join(folder, 'folder.mp4'))
      const queue = (options: object = {}) =>
        queueFolder(room.deps, { folder, recurse: true, target: 'draft', signal: never, ...options })
      const rows = () =>
        room.deps.db.selectFrom('uploads').selectAll().orderBy('created').orderBy('folder').execute()
      return { ...room, queue, rows }
    }

    test('with sheets and without hidden or empty files, as one closed batch', async () => {
      const { deps, queue, rows, jobsOf } = await aRoom()
      const told: string[] = []
      expect(await queue({ onQueued: (name: string) => told.push(name), target: 'published' })).toBe(2)
      expect(told).toEqual(['metadata.csv', 'a.mp4', 'sub/b.jpg'])
      const all = await rows()
      expect(all.map(({ file_name, folder }) => [file_name, folder]).sort()).toEqual([
        ['a.mp4', ''],
        ['b.jpg', 'sub'],
        ['metadata.csv', ''],
      ])
      for (const row of all) {
        expect(row).toMatchObject({
          ...{
            state: 'waiting',
            closed: 1,
            received: FILM.length,
            sha256: hashOf(FILM),
            target: 'published',
          },
          ...{ user_id: null, batch: all[0]!.batch },
        })
        expect(await buffer(await deps.uploads.files.read(row.id))).toEqual(FILM)
        expect(await jobsOf(row.id)).toBe(1)
      }
      expect(all[0]!.batch).not.toBeNull()
    })

    test('without folders below it, if so asked', async () => {
      const { queue } = await aRoom()
      expect(await queue({ recurse: false })).toBe(1)
    })

    test('again, where the store damaged a file, and not for ever', async () => {
      const { deps, queue, rows } = await aRoom()
      const { files } = deps.uploads
      const read = vi.spyOn(files, 'read')
      const wrong = async () => Readable.from([Buffer.from('something else')])
      read.mockImplementationOnce(wrong)
      expect(await queue({ recurse: false })).toBe(1)
      expect((await rows()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
      read.mockImplementation(wrong)
      await expect(queue({ recurse: false })).rejects.toMatchObject({ code: 'uploadDamaged' })
      expect((await rows()).at(-1)).toMatchObject({ state: 'failed', reason: 'damaged' })
    })

    test('until it is interrupted', async () => {
      const { queue, rows } = await aRoom()
      await expect(queue({ signal: AbortSignal.abort(new Error('Ctrl-C')) })).rejects.toThrow('Ctrl-C')
      expect(await rows()).toEqual([])
    })
  })
})
