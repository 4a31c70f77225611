import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { BulkChange } from '#domain/studio/library/bulk-change.ts'
import { insertAdmin } from '#server/db/admin-row.ts'
import type { Deps } from '#server/deps.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { bulkJob } from './bulk/bulk-job.ts'
import { finishOperation } from './bulk/finish-operation.ts'
import { bulkOperation, lastOperation, startBulk, undoBulk } from './bulk/operations.ts'
import { clipVersion, studioClip } from './clip/studio-clip.ts'

const NOW = new Date('2026-11-22T09:00:00.000Z')
const SIGNAL = new AbortController().signal

describePlainSql('an act on one clip', (open) => {
  async function library() {
    const db = await open()
    const clock = { at: NOW }
    const deps = {
      db,
      log: watchedLogger(),
      now: () => clock.at,
      events: new EventEmitter(),
    } as unknown as Deps
    const add = async (source: object) => {
      const { id } = await aClip(db, { source: { title: 'Grey heron', ai: 0, ...source } })
      await db.transaction().execute((trx) => indexSource(trx, id))
      return id
    }
    await add({ category: 'sea' })
    const beside = { publish_at: new Date(NOW.getTime() + 2 * DAY_MS).toISOString() }
    const others = [await add({}), await add({ state: 'draft', ...beside }), await add({ state: 'hidden' })]
    await db.updateTable('medias').set({ poster_at: 3 }).execute()
    const [shown, draft, hidden] = [
      await add({}),
      await add({ state: 'draft' }),
      await add({ state: 'hidden' }),
    ]
    await db.updateTable('medias').set({ poster_at: null }).where('source_id', '=', shown).execute()
    const everybodyElses = async () => ({
      clips: await db.selectFrom('library').selectAll().where('id', 'in', others).orderBy('id').execute(),
      medias: await db
        .selectFrom('medias')
        .selectAll()
        .where('source_id', 'in', others)
        .orderBy('source_id')
        .execute(),
      ranks: await db.selectFrom('source_ranks').selectAll().where('source_id', 'in', others).execute(),
    })
    return { ...{ db, deps, clock, add, shown, draft, hidden, others }, everybodyElses }
  }

  const CHANGES: BulkChange[] = [
    { kind: 'keywords', how: 'replace', language: 'en', keywords: ['bird'] },
    { kind: 'category', category: 'sea' },
    { kind: 'license_type', license_type: 'editorial' },
    { kind: 'license', license: 'House' },
    { kind: 'creator', user_name: 'Mio' },
    { kind: 'ai', ai: 1 },
    { kind: 'publish' },
    { kind: 'hide' },
    { kind: 'schedule', at: new Date(NOW.getTime() + DAY_MS).toISOString() },
    { kind: 'delete' },
  ]

  async function studio() {
    const all = await library()
    const { db, deps } = all
    const admin = { name: 'Admin', email: 'a@b', email_normalised: 'a@b', password_hash: '$' }
    await insertAdmin(db, { ...admin, created: NOW.toISOString() })
    const editor = async () =>
      ({ id: await aUser(db, { role: 'editor' }), membership: 'free', role: 'editor' }) as const
    const run = () => bulkJob(undefined as never).run(deps, {}, { id: 1, attempts: 1, signal: SIGNAL })
    return { ...all, editor, run }
  }

  for (const change of CHANGES)
    test(`a bulk ${change.kind} leaves clips beside it, and other orders, as they are`, async () => {
      const { db, deps, shown, draft, others, editor, run, everybodyElses } = await studio()
      const [mio, rin] = [await editor(), await editor()]
      await startBulk(deps, rin, { ids: [others[0]!], change: { kind: 'ai', ai: 1 } })
      await run()
      const orders = () =>
        db.selectFrom('bulk_operations').selectAll().where('user_id', '=', rin.id).execute()
      const before = { ...(await everybodyElses()), orders: await orders() }
      const { id } = await startBulk(deps, mio, { ids: [shown, draft], change })
      await run()
      const operation = await bulkOperation(deps, id)
      expect(operation).toMatchObject({ total: 2, position: 2, finished: NOW.toISOString() })
      expect(operation.changed).toBeGreaterThan(0)
      if (operation.undoable) await undoBulk(deps, mio, id)
      await run()
      expect({ ...(await everybodyElses()), orders: await orders() }).toEqual(before)
      expect((await lastOperation(deps, rin)).operation).toMatchObject({ kind: 'ai' })
    })

  test('another editor cannot undo an order, the admin can, and nobody twice', async () => {
    const { db, deps, shown, editor, run } = await studio()
    const [mio, rin] = [await editor(), await editor()]
    const { id } = await startBulk(deps, mio, { ids: [shown], change: { kind: 'creator', user_name: 'Mio' } })
    await expect(undoBulk(deps, mio, id), 'not before it has ended').rejects.toMatchObject({
      code: 'notFound',
    })
    await run()
    await expect(undoBulk(deps, rin, id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(undoBulk(deps, mio, 987)).rejects.toMatchObject({ code: 'notFound' })
    const undo = await undoBulk(deps, { id: 1, membership: 'free', role: 'admin' }, id)
    const rows = db
      .selectFrom('bulk_operations')
      .select(['id', 'undoes', 'undone_by', 'user_id'])
      .orderBy('id')
    expect(await rows.execute()).toEqual([
      { id, undoes: null, undone_by: undo.id, user_id: mio.id },
      { id: undo.id, undoes: id, undone_by: null, user_id: 1 },
    ])
    expect(undo).toMatchObject({ kind: 'undo', total: 1, position: 0, undoable: false, finished: null })
    await expect(undoBulk(deps, mio, id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(bulkOperation(deps, 987)).rejects.toMatchObject({ code: 'notFound' })
    expect((await lastOperation(deps, rin)).operation).toBeNull()
    await expect(clipVersion(deps, 987)).rejects.toMatchObject({ code: 'mediaNotFound' })
    await expect(studioClip(deps, 987)).rejects.toMatchObject({ code: 'mediaNotFound' })
  })

  test('orders are kept for thirty days, to the moment, and finished once', async () => {
    const { db, deps, clock, shown, editor, run } = await studio()
    const mio = await editor()
    const change = async (user_name: string) => {
      const { id } = await startBulk(deps, mio, { ids: [shown], change: { kind: 'creator', user_name } })
      await run()
      return id
    }
    const ids = async () =>
      (await db.selectFrom('bulk_operations').select('id').orderBy('id').execute()).map(({ id }) => id)
    const first = await change('Mio')
    clock.at = new Date(NOW.getTime() + 30 * DAY_MS)
    const second = await change('Rin')
    expect(await ids()).toEqual([first, second])
    const logged = () => db.selectFrom('audit_records').select('id').execute()
    const before = await logged()
    await finishOperation(deps, second)
    expect(await logged()).toEqual(before)
    clock.at = new Date(NOW.getTime() + 30 * DAY_MS + 1)
    const third = await change('Aoi')
    expect(await ids()).toEqual([second, third])
  })
})
