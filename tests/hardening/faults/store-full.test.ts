import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { checkLibrary } from '#server/backup/check/check-library.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { listBackups } from '#server/backup/target/backup-files.ts'
import { codeOf } from '#server/http/endpoint/error-status.ts'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { aClip } from '../../support/database/rows.ts'
import { aLibrary, type Library, makeVideo } from '../../support/footage.ts'
import { LONG } from '../support/long.ts'
import { fullDatabase } from './full-database.ts'

const signing = { keys: ['k'.repeat(43)], now: () => new Date() }
const { signal } = new AbortController()
/** More writes than either action needs. */
const MOST = 60
let library: Library

beforeEach(async () => {
  library = await aLibrary()
})
afterEach(() => library.close())

/** Space for this many objects. */
function fullStorage(storage: Storage, room: { left: number }): Storage {
  const put: Storage['put'] = async (...object) => {
    if (room.left-- <= 0) throw new AppError('storageFull')
    return storage.put(...object)
  }
  const get = (of: Storage, name: keyof Storage) => {
    const value = of[name]
    return typeof value === 'function' ? value.bind(of) : value
  }
  return new Proxy(storage, { get: (of, name) => (name === 'put' ? put : get(of, name as keyof Storage)) })
}

/** Tries with more and more space until it succeeds; each failure must be `storageFull`. */
async function withMoreRoom(act: (room: number) => Promise<unknown>, afterFailure: () => Promise<void>) {
  for (let room = 0; room < MOST; room++) {
    const failure = await act(room).then(
      () => undefined,
      (error) => error,
    )
    if (!failure) return room
    expect(codeOf(failure), String(failure)).toBe('storageFull')
    await afterFailure()
  }
  throw new Error('it never succeeded')
}

test('a backup on a full target is none, and the next one with space is whole', async () => {
  const { deps, root } = library
  const { id, cloudpath } = await aClip(deps.db)
  await deps.storage.put(cloudpath, Buffer.alloc(1_000, id), 'video/mp4')
  const target = await openDiskStorage(join(root, 'kept'), signing)
  const backUp = (left: number) => makeBackup(deps, fullStorage(target, { left }), { keep: 30, signal })
  const none = async () => expect((await listBackups(target)).complete).toEqual([])
  expect(await withMoreRoom(backUp, none)).toBeGreaterThan(2)
  expect(await listBackups(target)).toMatchObject({ complete: [expect.any(String)], unfinished: [] })
})

test.runIf(LONG).each(['store', 'database'] as const)(
  'an ingest whose %s is full shows nothing, and goes on when there is room',
  async (where) => {
    const { deps, config, root } = library
    const folder = join(root, 'footage')
    await mkdir(folder)
    await makeVideo(join(folder, 'a.mp4'))
    const full = fullDatabase()
    const ingest = async (room: number) => {
      full.fillAfter(room)
      const given =
        where === 'store'
          ? { ...deps, storage: fullStorage(deps.storage, { left: room }) }
          : { ...deps, db: deps.db.withPlugin(full.plugin) }
      const { outcomes } = await ingestFolder(given, { folder, dataDir: config.dataDir })
      expect(outcomes).toMatchObject([{ result: 'made' }])
    }
    const shown = () => deps.db.selectFrom('sources').select('id').execute()
    expect(await withMoreRoom(ingest, async () => expect(await shown()).toEqual([]))).toBeGreaterThan(2)
    expect(await shown()).toHaveLength(1)
    const problems: unknown[] = []
    const onProblem = (problem: unknown) => problems.push(problem)
    await checkLibrary(deps, { repair: false, signal, onProblem })
    expect(problems).toEqual([])
  },
  300_000,
)
