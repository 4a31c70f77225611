import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { findCategory, listCategories } from '#server/clips/list-categories.ts'
import type { Database } from '#server/db/schema.ts'
import { categoryFromKey } from '#server/ingest/sheets/category-sheet.ts'
import { hideSource } from '#server/library/change-state.ts'
import { putCategory } from '#server/library/publish-clip.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import {
  addCategory,
  deleteCategory,
  moveCategory,
  orderCategories,
  renameCategory,
} from './edit-category.ts'
import { listCategoryLines } from './list-categories.ts'
import { moveClipsJob } from './move-clips-job.ts'

describePlainSql('categories in the studio', (open) => {
  async function shop() {
    const db = await open()
    const events = { emit: () => true } as never
    const deps = { db, now: () => new Date('2026-11-22T09:00:00.000Z'), events }
    return { deps, by: { id: await aUser(db), membership: 'free', role: 'editor' } as const }
  }

  async function clipsIn(db: Kysely<Database>, category: string, count: number): Promise<number[]> {
    const ids: number[] = []
    for (let made = 0; made < count; made++) {
      const { id } = await aClip(db, { source: { category } })
      await db.transaction().execute((trx) => indexSource(trx, id))
      ids.push(id)
    }
    return ids
  }

  /** Runs the jobs that are queued, as a server does. */
  async function runMoves(
    deps: Awaited<ReturnType<typeof shop>>['deps'],
    signal = new AbortController().signal,
  ) {
    const jobs = await deps.db.selectFrom('jobs').selectAll().where('kind', '=', 'category-move').execute()
    for (const { id, payload } of jobs) {
      await moveClipsJob.run(deps as never, JSON.parse(payload), { id, attempts: 1, signal })
      await deps.db.deleteFrom('jobs').where('id', '=', id).execute()
    }
  }

  const found = async (db: Kysely<Database>, category: string) =>
    (await searchSources({ db }, { text: '', offset: 0, category })).sources.map(({ id }) => id).toSorted()

  test('are added at the end, renamed and ordered, and the log has it all', async () => {
    const { deps, by } = await shop()
    for (const key of ['sea', 'rain', 'food'])
      await addCategory(deps, by, { key, label: key.toUpperCase(), label_ja: `${key}の` })
    await expect(addCategory(deps, by, { key: 'sea', label: 'S', label_ja: 'S' })).rejects.toMatchObject({
      code: 'categoryExists',
    })
    await renameCategory(deps, by, { key: 'rain', label: 'Rain', label_ja: '雨' })
    await orderCategories(deps, by, ['food', 'nowhere', 'food'])
    const { categories } = await listCategoryLines(deps)
    expect(categories.map(({ key, label_ja }) => [key, label_ja])).toEqual([
      ['food', 'foodの'],
      ['sea', 'seaの'],
      ['rain', '雨'],
    ])
    const records = await deps.db.selectFrom('audit_records').select(['actor', 'action', 'detail']).execute()
    expect(records.map(({ action }) => action)).toEqual([
      ...['category.add', 'category.add', 'category.add', 'category.rename', 'category.order'],
    ])
    expect(records[3]).toMatchObject({ actor: `user:${by.id}` })
    expect(JSON.parse(records[3]!.detail)).toEqual({
      category: 'rain',
      before: { label: 'RAIN', label_ja: 'rainの' },
      after: { label: 'Rain', label_ja: '雨' },
    })
  })

  test('can be deleted only without clips', async () => {
    const { deps, by } = await shop()
    await clipsIn(deps.db, 'sea', 1)
    await addCategory(deps, by, { key: 'rain', label: 'Rain', label_ja: '雨' })
    await expect(deleteCategory(deps, by, 'sea')).rejects.toMatchObject({ code: 'categoryInUse' })
    await deleteCategory(deps, by, 'rain')
    await expect(deleteCategory(deps, by, 'rain')).rejects.toMatchObject({ code: 'categoryNotFound' })
    expect((await listCategoryLines(deps)).categories.map(({ key }) => key)).toEqual(['sea'])
  })

  test('that are merged take all clips along, and old URLs redirect', async () => {
    const { deps, by } = await shop()
    const { db } = deps
    const [ponds, seas] = [await clipsIn(db, 'pond', 30), await clipsIn(db, 'sea', 2)]
    const draft = await aClip(db, { source: { category: 'pond', state: 'draft' } })
    await db.transaction().execute((trx) => hideSource(trx, ponds[0]!))
    await moveCategory(deps, by, { key: 'pond', to: 'lake', new: true })
    await runMoves(deps)
    await moveCategory(deps, by, { key: 'lake', to: 'sea', new: false })
    expect((await listCategoryLines(deps)).categories.find(({ key }) => key === 'lake')).toMatchObject({
      ...{ moving_to: 'sea', published: 29, drafts: 1, hidden: 1 },
    })
    await runMoves(deps)
    expect(await found(db, 'sea')).toEqual([...ponds.slice(1), ...seas].toSorted())
    expect(await found(db, 'pond')).toEqual([])
    const { categories, former } = await listCategoryLines(deps)
    expect(categories).toMatchObject([{ key: 'sea', published: 31, drafts: 1, hidden: 1, moving_to: null }])
    expect(former).toEqual([
      { key: 'lake', moved_to: 'sea' },
      { key: 'pond', moved_to: 'sea' },
    ])
    for (const key of ['pond', 'lake', 'sea'])
      expect(await findCategory(deps, key)).toMatchObject({ key: 'sea' })
    const media = await db.selectFrom('medias').select('category').where('source_id', '=', draft.id).execute()
    expect(media).toEqual([{ category: 'sea' }])
  })

  test('continue merging after a stopped run', async () => {
    const { deps, by } = await shop()
    await clipsIn(deps.db, 'pond', 60)
    await clipsIn(deps.db, 'sea', 1)
    await moveCategory(deps, by, { key: 'pond', to: 'sea', new: false })
    const stop = new AbortController()
    const inBatches = deps.db.transaction.bind(deps.db)
    let batches = 0
    const db = Object.assign(Object.create(deps.db), {
      transaction: () => {
        if (++batches === 2) stop.abort()
        return inBatches()
      },
    })
    await expect(runMoves({ ...deps, db }, stop.signal)).rejects.toThrow()
    expect(await found(deps.db, 'sea')).not.toHaveLength(61)
    await runMoves(deps)
    const { categories } = await listCategoryLines(deps)
    expect(categories).toMatchObject([{ key: 'sea', published: 61 }])
  })

  test('that were merged or named in the studio stay so after another ingest', async () => {
    const { deps, by } = await shop()
    await clipsIn(deps.db, 'pond', 1)
    await clipsIn(deps.db, 'sea', 1)
    await moveCategory(deps, by, { key: 'pond', to: 'sea', new: false })
    await runMoves(deps)
    await renameCategory(deps, by, { key: 'sea', label: 'The sea', label_ja: '海' })
    const ingest = (key: string) =>
      deps.db
        .transaction()
        .execute((trx) => putCategory(trx, categoryFromKey(key), { by: 'cli', at: new Date() }))
    expect([await ingest('pond'), await ingest('sea')]).toEqual(['sea', 'sea'])
    expect(await listCategories(deps)).toEqual([{ key: 'sea', label: 'The sea', label_ja: '海' }])
  })

  test('are not moved to themselves, and footage without a category stays where it is', async () => {
    const { deps, by } = await shop()
    await clipsIn(deps.db, 'uncategorised', 1)
    await clipsIn(deps.db, 'sea', 1)
    for (const [key, to] of [
      ['sea', 'sea'],
      ['uncategorised', 'sea'],
    ] as const)
      await expect(moveCategory(deps, by, { key, to, new: false })).rejects.toMatchObject({
        code: 'badRequest',
      })
    await expect(moveCategory(deps, by, { key: 'sea', to: 'nowhere', new: false })).rejects.toMatchObject({
      code: 'categoryNotFound',
    })
  })
})
