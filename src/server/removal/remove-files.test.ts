import { EventEmitter, once } from 'node:events'
import type { Kysely } from 'kysely'
import { expect, test, vi } from 'vitest'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { takeJob } from '#server/jobs/job-rows.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { removeClip } from '#server/library/remove-clip.ts'
import { openStorage } from '#server/media/open-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { faultyLine } from '../../../tests/hardening/faults/faulty-line.ts'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { startBucket } from '../../../tests/support/storage/bucket.ts'
import { removeQueuedFiles } from '../../../tests/support/storage/remove-queued-files.ts'
import { cancelRemoval, FILE_COLUMNS, filesOfClip, queueRemoval, removeFilesJob } from './remove-files.ts'

const CHILD = new URL('../../../tests/support/children/clip-removing-child.ts', import.meta.url)
const now = () => new Date()

function storeAt(port: number): Promise<Storage> {
  const settings = { STORAGE_URL: `s3://clips?endpoint=http://127.0.0.1:${port}` }
  return openStorage(parseConfig(operatorEnvironment(settings)).storage, { keys: ['k'.repeat(43)], now })
}

async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.list('')) keys.push(key)
  return keys.toSorted()
}

/** A store in memory. */
function stored(...keys: string[]) {
  const left = new Set(keys)
  const storage = {
    list: async function* (folder: string) {
      for (const key of [...left]) if (key.startsWith(`${folder}/`)) yield key
    },
    delete: async (key: string) => void left.delete(key),
  } as unknown as Deps['storage']
  return { left, storage }
}

async function filesOf(db: Kysely<Database>, id: number) {
  const row = await db
    .selectFrom('library')
    .innerJoin('medias', 'medias.source_id', 'library.id')
    .select(FILE_COLUMNS)
    .where('library.id', '=', id)
    .executeTakeFirstOrThrow()
  const keys = filesOfClip(row).map((url) => url.replace('/media/', ''))
  return {
    original: row.content_hash,
    keys,
    files: [`${keys[0]}/240.jpg`, `${keys[0]}/480.avif`, ...keys.slice(1)],
  }
}

describeEachDatabase('the files of a removed clip', (open, databases) => {
  test('go once the bucket answers, though it was silent at the removal and the server was killed', async () => {
    const database = await databases.create()
    const db = await databases.connect(database)
    const [bucket, log] = [await startBucket(), watchedLogger()]
    const line = await faultyLine(bucket.port)
    try {
      const direct = await storeAt(bucket.port)
      const { id } = await aClip(db)
      const other = await aClip(db)
      const { files } = await filesOf(db, id)
      const kept = (await filesOf(db, other.id)).files
      for (const key of [...files, ...kept]) await direct.put(key, Buffer.from('x'), 'image/jpeg')
      await line.become('half-open')
      const args = [database, line.port, id].map((each) => JSON.stringify(each))
      const { process: child, lines } = spawnModule(CHILD, args)
      expect([(await lines.next()).value, (await lines.next()).value]).toEqual(['removed', 'removing files'])
      child.kill('SIGKILL')
      await once(child, 'exit')
      await line.become()
      expect(await keysIn(direct)).toEqual([...files, ...kept].toSorted())
      expect(await db.selectFrom('library').select('id').execute()).toEqual([{ id: other.id }])
      const storage = await storeAt(line.port)
      const deps = { db, storage, now, log, events: new EventEmitter() } as unknown as Deps
      const jobs = runJobs(deps, [removeFilesJob], { pollMs: 20, leaseSeconds: 2 })
      await vi.waitFor(async () => expect(await keysIn(direct)).toEqual(kept.toSorted()), { timeout: 20_000 })
      await vi.waitFor(async () => expect(await db.selectFrom('jobs').select('id').execute()).toEqual([]))
      await jobs.stop()
    } finally {
      await line.close()
      await bucket.close()
    }
  }, 60_000)

  test('are tried again after a refusal, and a missing one is none', async () => {
    const db = await open()
    const { id } = await aClip(db)
    const { files } = await filesOf(db, id)
    const { left, storage } = stored(...files)
    await removeClip({ db }, id)
    const fails = { ...storage, delete: vi.fn().mockRejectedValue(new Error('no answer')) }
    await expect(removeQueuedFiles({ db, storage: fails })).rejects.toThrow('no answer')
    expect(left.size).toBe(files.length)
    left.delete(files.at(-1)!)
    await removeQueuedFiles({ db, storage })
    expect([...left]).toEqual([])
  })

  test('stay if its removal is undone', async () => {
    const db = await open()
    const { id } = await aClip(db)
    const { files } = await filesOf(db, id)
    const { left, storage } = stored(...files)
    const failing = db.transaction().execute(async (trx) => {
      await queueRemoval(trx, { original: 'x' }, files)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await removeQueuedFiles({ db, storage })
    expect(left.size).toBe(files.length)
  })

  test('stay if the same original has come back with them meanwhile', async () => {
    const db = await open()
    const { id } = await aClip(db)
    const [library, media] = [
      await db.selectFrom('library').selectAll().executeTakeFirstOrThrow(),
      await db.selectFrom('medias').selectAll().executeTakeFirstOrThrow(),
    ]
    const { files } = await filesOf(db, id)
    const old = 'watermarked/of-an-older-release.mp4'
    const { left, storage } = stored(...files, old)
    await removeClip({ db }, id)
    await db.transaction().execute((trx) => queueRemoval(trx, { original: library.content_hash }, [old, '']))
    await db
      .insertInto('library')
      .values({ ...library, id: 99 })
      .execute()
    await db
      .insertInto('medias')
      .values({ ...media, source_id: 99 })
      .execute()
    await removeQueuedFiles({ db, storage })
    expect([...left].toSorted()).toEqual(files.toSorted())
  })

  test('stay if they are stored again, but not another clip’s, and storing waits while they are removed', async () => {
    const db = await open()
    const [one, other] = [(await aClip(db)).id, (await aClip(db)).id]
    const [again, gone] = [await filesOf(db, one), await filesOf(db, other)]
    const { left, storage } = stored(...again.files, ...gone.files)
    for (const id of [one, other]) await removeClip({ db }, id)
    await takeJob(db, { kind: removeFilesJob.kind, holder: 'a worker', leaseSeconds: 60 })
    const cancel = () => cancelRemoval(db, { original: again.original })
    await expect(cancel()).rejects.toMatchObject({ code: 'unavailable' })
    await db.updateTable('jobs').set({ locked_until: '2026-01-01T00:00:00.000Z' }).execute()
    await cancel()
    await removeQueuedFiles({ db, storage })
    expect([...left]).toEqual(again.files)
  })

  test('of a set’s picture go, except the one it shows', async () => {
    const db = await open()
    const { left, storage } = stored('sheet/old.jpg', 'sheet/new.jpg')
    const { aPromotion } = await setShop(db)
    await aPromotion('Autumn')
    await db.updateTable('promotions').set({ og_image_url: '/media/sheet/new.jpg' }).execute()
    const { id } = await db.selectFrom('promotions').select('id').executeTakeFirstOrThrow()
    const owner = { set: 'promotion', id } as const
    await db
      .transaction()
      .execute((trx) => queueRemoval(trx, owner, ['/media/sheet/old.jpg', '/media/sheet/new.jpg']))
    await removeQueuedFiles({ db, storage })
    expect([...left]).toEqual(['sheet/new.jpg'])
  })
})
