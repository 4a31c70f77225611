import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { type Insertable, type Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { BulkChange } from '#domain/studio/library/bulk-change.ts'
import type { Database } from '#server/db/schema.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { poison } from '../../../../tests/support/database/poison.ts'
import { aClip, aUser } from '../../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { removeQueuedFiles } from '../../../../tests/support/storage/remove-queued-files.ts'
import { bulkJob } from './bulk-job.ts'
import { addOperation, bulkOperation, order, startBulk, undoBulk } from './operations.ts'
import { previewBulk } from './preview-bulk.ts'

const SIGNAL = new AbortController().signal
type Handle = Kysely<Database>

describeEachDatabase('a change of many clips', (open) => {
  async function library() {
    const db = await open()
    const deleted: string[] = []
    const storage = {
      list: async function* () {},
      delete: async (key: string): Promise<void> => void deleted.push(key),
    }
    const now = () => new Date('2026-11-22T09:00:00.000Z')
    const log = watchedLogger()
    const deps = { db, now, log, storage, events: new EventEmitter() } as never as Parameters<
      typeof startBulk
    >[0]
    await aUser(db)
    const person = { id: await aUser(db, { role: 'editor' }), membership: 'free', role: 'editor' } as const
    const job = bulkJob(undefined as never)
    const run = (signal = SIGNAL) => job.run(deps as never, {}, { id: 1, attempts: 1, signal })
    return {
      db,
      deps,
      person,
      deleted,
      run,
      /** Orders a change and runs it. */
      async change(ids: number[], change: BulkChange) {
        const { id } = await startBulk(deps, person, { ids, change })
        await run()
        return bulkOperation(deps, id)
      },
      async undo(id: number) {
        const { id: undo } = await undoBulk(deps, person, id)
        await run()
        return bulkOperation(deps, undo)
      },
      async clip(source: Partial<Insertable<Database['library']>> = {}) {
        const { id } = await aClip(db, { source: { ai: 0, ...source } })
        await db.transaction().execute((trx) => indexSource(trx, id))
        return id
      },
    }
  }

  async function found(db: Handle, text: string): Promise<number[]> {
    const { sources } = await searchSources({ db }, { text, offset: 0 })
    return sources.map(({ id }) => id).sort((a, b) => a - b)
  }

  const rowsOf = (db: Handle) => db.selectFrom('library').selectAll().orderBy('id').execute()

  test('adds a keyword once, which finds the clip until the undo', async () => {
    const { db, clip, change, undo } = await library()
    const ids = [await clip({ title: 'Grey heron' }), await clip({ title: 'Crane', keywords: '["Wader"]' })]
    const add: BulkChange = { kind: 'keywords', how: 'add', language: 'en', keywords: ['wader'] }
    const operation = await change(ids, add)
    expect(operation).toMatchObject({ changed: 1, unchanged: 1, total: 2, position: 2, undoable: true })
    expect(await found(db, 'wader')).toEqual(ids)
    const undone = await undo(operation.id)
    expect(undone).toMatchObject({ changed: 1, undoable: false })
    expect(await found(db, 'wader')).toEqual([ids[1]])
    await expect(undo(operation.id)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('publishes complete clips and gives reasons for the others', async () => {
    const { db, deps, clip, change } = await library()
    const draft = await clip({ title: 'Red crane', state: 'draft' })
    const unsaid = await clip({ title: 'White crane', state: 'draft', ai: null })
    const untitled = await clip({ title: '', title_ja: '', state: 'draft' })
    const shown = await clip({ title: 'Blue crane' })
    const ids = [draft, unsaid, untitled, shown, 987_654]
    const preview = await previewBulk(deps, { ids, change: { kind: 'publish' } })
    const counts = { changed: 1, unchanged: 1, refused: { noAi: 1, noTitle: 1, gone: 1 } }
    expect(preview).toMatchObject(counts)
    expect(preview.rows.map(({ id, before, after, refused }) => [id, before, after, refused])).toEqual([
      [draft, 'draft', 'published', undefined],
      [unsaid, 'draft', 'draft', 'noAi'],
      [untitled, 'draft', 'draft', 'noTitle'],
    ])
    expect(await found(db, 'crane')).toEqual([shown])
    expect(await change(ids, { kind: 'publish' })).toMatchObject(counts)
    expect(await found(db, 'crane')).toEqual([draft, shown])
  })

  test('hides clips from search, and clears caches', async () => {
    const { db, clip, change, undo } = await library()
    const ids = [await clip({ title: 'Red crane' }), await clip({ title: 'Blue crane' })]
    await db.deleteFrom('invalidations').execute()
    const { id } = await change(ids, { kind: 'hide' })
    expect(await found(db, 'crane')).toEqual([])
    expect(await db.selectFrom('source_ranks').select('rank').execute()).toEqual([])
    const tags = await db.selectFrom('invalidations').select('tag').orderBy('tag').execute()
    expect(tags.map(({ tag }) => tag)).toEqual(['categories', 'clips'])
    await undo(id)
    expect(await found(db, 'crane')).toEqual(ids)
  })

  test('that takes long shows visitors its changes every few seconds', async () => {
    const { db, clip, change } = await library()
    const id = await clip()
    await db.deleteFrom('invalidations').execute()
    let time = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 5_000))
    await change([id], { kind: 'creator', user_name: 'Mio' }).finally(() => clock.mockRestore())
    const tags = await db.selectFrom('invalidations').select('tag').orderBy('tag').execute()
    expect(tags.map(({ tag }) => tag)).toEqual(['categories', 'categories', 'clips', 'clips'])
  })

  test('changes category and licence with the media, and in search filters', async () => {
    const { db, clip, change } = await library()
    await clip({ category: 'sea' })
    const id = await clip({ title: 'Crane' })
    await change([id], { kind: 'category', category: 'sea' })
    await change([id], { kind: 'license', license: 'House licence' })
    const media = db.selectFrom('medias').select(['category', 'license']).where('source_id', '=', id)
    expect(await media.executeTakeFirst()).toEqual({ category: 'sea', license: 'House licence' })
    const { sources } = await searchSources({ db }, { text: 'crane', offset: 0, category: 'sea' })
    expect(sources.map((source) => source.id)).toEqual([id])
    await expect(change([id], { kind: 'category', category: 'nowhere' })).rejects.toMatchObject({
      code: 'badRequest',
    })
  })

  test('leaves clips alone whose category was deleted since the order, and changes the others', async () => {
    const { db, deps, person, run, clip } = await library()
    await clip({ category: 'sea' })
    const ids = [await clip(), await clip()]
    const { id } = await startBulk(deps, person, { ids, change: { kind: 'category', category: 'sea' } })
    await db.updateTable('library').set({ category: 'temple' }).execute()
    await db.deleteFrom('categories').where('key', '=', 'sea').execute()
    await run()
    expect(await bulkOperation(deps, id)).toMatchObject({ changed: 0, refused: { gone: 2 }, position: 2 })
    expect((await rowsOf(db)).map(({ category }) => category)).toEqual(['temple', 'temple', 'temple'])
  })

  test('undoes only clips that nobody has changed since', async () => {
    const { db, clip, change, undo } = await library()
    const ids = [await clip(), await clip()]
    const { id } = await change(ids, { kind: 'creator', user_name: 'Mio' })
    await change([ids[0]!], { kind: 'creator', user_name: 'Rin' })
    expect(await undo(id)).toMatchObject({ changed: 1, refused: { changedSince: 1 } })
    const names = await db.selectFrom('library').select('user_name').orderBy('id').execute()
    expect(names.map(({ user_name }) => user_name)).toEqual(['Rin', 'Nagare'])
  })

  test('of a sheet writes each clip’s own values, unless the clip has changed since', async () => {
    const { db, deps, person, run, clip } = await library()
    const ids = [await clip(), await clip()]
    const sheet = (name: string, versions: number[]) =>
      order(deps, async (trx) => {
        const change = { kind: 'import', file: 'a.csv' } as const
        const operation = await addOperation(trx, { person, change, ids, at: deps.now() })
        const rows = ids.map((source_id, n) => ({
          ...{ operation_id: operation.id, source_id, version: versions[n]! },
          wanted: JSON.stringify({ user_name: `${name} ${n}` }),
        }))
        await trx.insertInto('bulk_wanted').values(rows).execute()
        return operation
      })
    await sheet('Mio', [1, 1])
    const { id } = await sheet('Rin', [1, 2])
    await run()
    expect((await rowsOf(db)).map(({ user_name }) => user_name)).toEqual(['Mio 0', 'Rin 1'])
    expect(await bulkOperation(deps, id)).toMatchObject({ changed: 1, refused: { changedSince: 1 } })
  })

  test('schedules drafts only, and not in the past', async () => {
    const { deps, person, clip, change } = await library()
    const ids = [await clip({ state: 'draft' }), await clip()]
    const at = '2026-12-01T09:00:00.000Z'
    expect(await change(ids, { kind: 'schedule', at })).toMatchObject({
      changed: 1,
      refused: { notDraft: 1 },
    })
    const past = { ids, change: { kind: 'schedule', at: '2026-11-01T09:00:00.000Z' } } as const
    await expect(startBulk(deps, person, past)).rejects.toMatchObject({ code: 'badRequest' })
  })

  test('deletes clips with their files, without undo', async () => {
    const { db, deps, deleted, clip, change, undo } = await library()
    const [stays, gone] = [await clip({ title: 'Blue crane' }), await clip({ title: 'Red crane' })]
    const operation = await change([gone, 987_654], { kind: 'delete' })
    expect(operation).toMatchObject({ changed: 1, refused: { gone: 1 }, undoable: false })
    expect(await found(db, 'crane')).toEqual([stays])
    const logged = db.selectFrom('audit_records').select('detail').where('action', '=', 'clip.delete')
    expect((await logged.execute()).map(({ detail }) => JSON.parse(detail).before.title)).toEqual([
      'Red crane',
    ])
    await removeQueuedFiles(deps as never)
    expect(deleted.filter((key) => key.startsWith('full/'))).toHaveLength(1)
    await expect(undo(operation.id)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('goes no further once its person may not edit', async () => {
    const { db, deps, person, clip, run } = await library()
    const ids = [await clip(), await clip(), await clip()]
    const order = async (change: BulkChange) => (await startBulk(deps, person, { ids, change })).id
    const [deletion, hiding] = [await order({ kind: 'delete' }), await order({ kind: 'hide' })]
    // While the first clip is removed.
    const does = `update users set role = null where id = ${person.id}`
    await poison(db, { table: 'library', on: 'delete', when: `OLD.id = ${ids[0]}`, does })
    await run()
    expect(await bulkOperation(deps, deletion)).toMatchObject({
      changed: 1,
      refused: { noRight: 2 },
      position: 3,
    })
    expect(await bulkOperation(deps, hiding)).toMatchObject({
      ...{ changed: 0, undoable: false },
      refused: { noRight: 3 },
      position: 3,
    })
    expect((await rowsOf(db)).map(({ id, state }) => [id, state])).toEqual([
      [ids[1], 'published'],
      [ids[2], 'published'],
    ])
  })

  test('leaves out a clip that cannot be changed, and names it', async () => {
    const { db, clip, change } = await library()
    const ids = [await clip(), await clip({ title: 'Poisoned' }), await clip()]
    await poison(db, { table: 'library', on: 'update', when: `NEW.id = ${ids[1]}` })
    const operation = await change(ids, { kind: 'creator', user_name: 'Mio' })
    expect(operation).toMatchObject({
      ...{ changed: 2, unchanged: 0, refused: { failed: 1 }, position: 3, undoable: true },
      failed: [{ id: ids[1], error: expect.stringContaining('poisoned row') }],
    })
    const names = (await rowsOf(db)).map(({ user_name }) => user_name)
    expect(names).toEqual(['Mio', 'Nagare', 'Mio'])
  })

  test.each(['delete', 'hide'] as const)(
    'waits for the database, and for a stopped server: %s',
    async (kind) => {
      const { db, deps, person, clip, run } = await library()
      const ids = [await clip(), await clip()]
      const { id } = await startBulk(deps, person, { ids, change: { kind } })
      await expect(run(AbortSignal.abort())).rejects.toThrow('aborted')
      const away = Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' })
      vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
        throw away
      })
      await expect(run()).rejects.toBe(away)
      expect(await bulkOperation(deps, id)).toMatchObject({ position: 0, refused: {}, failed: [] })
      await run()
      expect(await bulkOperation(deps, id)).toMatchObject({ changed: 2, refused: {} })
    },
  )

  test('names the first twenty clips that cannot be changed, and counts all', async () => {
    const { db, clip, change } = await library()
    const ids: number[] = []
    for (let n = 0; n < 23; n++) ids.push(await clip())
    await poison(db, { table: 'library', on: 'update', when: `NEW.id <> ${ids[22]}` })
    const operation = await change(ids, { kind: 'creator', user_name: 'Mio' })
    expect(operation).toMatchObject({ changed: 1, refused: { failed: 22 }, position: 23 })
    expect(operation.failed.map(({ id }) => id)).toEqual(ids.slice(0, 20))
  })

  test('leaves out a clip that cannot be deleted, and names it', async () => {
    const { db, clip, change } = await library()
    const ids = [await clip(), await clip(), await clip()]
    await poison(db, { table: 'library', on: 'delete', when: `OLD.id = ${ids[0]}` })
    const operation = await change(ids, { kind: 'delete' })
    expect(operation).toMatchObject({ changed: 2, refused: { failed: 1 }, position: 3 })
    expect(operation.failed.map(({ id }) => id)).toEqual([ids[0]])
    expect((await rowsOf(db)).map(({ id }) => id)).toEqual([ids[0]])
  })

  test('that fails as a whole is given up after some tries, says why, and lets the next begin', async () => {
    const { db, deps, person, clip, run } = await library()
    const ids = [await clip(), await clip()]
    const order = async (change: BulkChange) => (await startBulk(deps, person, { ids, change })).id
    const [bad, good] = [
      await order({ kind: 'ai', ai: 1 }),
      await order({ kind: 'creator', user_name: 'Mio' }),
    ]
    const when = `NEW.id = ${bad} and NEW.position > 0 and NEW.tries < 6`
    await poison(db, { table: 'bulk_operations', on: 'update', when })
    for (let failure = 1; failure < 6; failure++) {
      await expect(run()).rejects.toThrow('poisoned row')
      expect(await bulkOperation(deps, bad)).toMatchObject({ position: 0, finished: null })
    }
    await run()
    expect(await bulkOperation(deps, bad)).toMatchObject({
      ...{ changed: 0, refused: { failed: 2 }, position: 2, finished: expect.any(String) },
      failed: [{ id: 0, error: expect.stringContaining('poisoned row') }],
    })
    expect(await bulkOperation(deps, good)).toMatchObject({ changed: 2, refused: {}, failed: [] })
    const tries = await db.selectFrom('bulk_operations').select('tries').orderBy('id').execute()
    expect(tries).toEqual([{ tries: 6 }, { tries: 0 }])
  })

  test('is logged: once with its counts, and per clip of a small one', async () => {
    const { db, person, clip, change } = await library()
    const acts = ['hide', 'publish', 'trash', 'restore'] as const
    const acted = await clip()
    for (const kind of acts) await change([acted], { kind })
    const id = await clip()
    const operation = await change([id], { kind: 'creator', user_name: 'Mio' })
    const records = await db.selectFrom('audit_records').selectAll().orderBy('id').execute()
    expect(records.splice(0, 8).map(({ action }) => action)).toEqual(
      acts.flatMap((act) => [`clip.${act}`, `library.${act}`]),
    )
    expect(records.map(({ actor, action, detail }) => [actor, action, JSON.parse(detail)])).toEqual([
      [
        `user:${person.id}`,
        'clip.edit',
        { source: id, operation: operation.id, before: { user_name: 'Nagare' }, after: { user_name: 'Mio' } },
      ],
      [
        `user:${person.id}`,
        'library.creator',
        {
          operation: operation.id,
          user_name: 'Mio',
          total: 1,
          changed: 1,
          unchanged: 0,
          refused: {},
          ids: [id],
        },
      ],
    ])
  })

  test('of any kind is undone completely, in rows, index and search', async () => {
    const { db, clip, change, undo } = await library()
    const ids: number[] = []
    const words = ['heron', 'crane', 'swan']
    for (let n = 0; n < 12; n++)
      ids.push(
        await clip({
          title: `Bird ${n}`,
          keywords: JSON.stringify(words.slice(n % 3)),
          state: (['published', 'draft', 'hidden'] as const)[n % 3]!,
          popularity: n % 4,
        }),
      )
    await clip({ category: 'sea', title: 'Waves' })
    const keyword = fc.constantFrom(...words, 'Heron', '鶴')
    const anyChange: fc.Arbitrary<BulkChange> = fc.oneof(
      fc.record({
        kind: fc.constant('keywords' as const),
        how: fc.constantFrom('add' as const, 'remove' as const, 'replace' as const),
        language: fc.constantFrom('en' as const, 'ja' as const),
        keywords: fc.uniqueArray(keyword, { maxLength: 3 }),
      }),
      fc.constantFrom<BulkChange>(
        { kind: 'category', category: 'sea' },
        { kind: 'license_type', license_type: 'editorial' },
        { kind: 'license', license: 'House' },
        { kind: 'creator', user_name: 'Mio' },
        { kind: 'ai', ai: 1 },
        { kind: 'publish' },
        { kind: 'hide' },
        { kind: 'schedule', at: '2027-01-01T00:00:00.000Z' },
      ),
    )
    const state = async () => ({
      rows: (await rowsOf(db)).map(({ version: _, updated: __, ...row }) => row),
      ranked: await db
        .selectFrom('source_ranks')
        .select(['source_id', sql<string>`category`.as('category')])
        .orderBy('source_id')
        .execute(),
      words: await db
        .selectFrom('search_words')
        .select(['word', 'clips'])
        .where('clips', '<>', 0)
        .orderBy('word')
        .execute(),
      found: [await found(db, 'heron'), await found(db, 'bird'), await found(db, '鶴')],
    })
    const before = await state()
    await fc.assert(
      fc.asyncProperty(anyChange, fc.subarray(ids, { minLength: 1 }), async (what, some) => {
        const operation = await change(some, what)
        if (operation.undoable) await undo(operation.id)
        expect(await state()).toEqual(before)
      }),
      { numRuns: runs(300, 12) },
    )
  })
})
