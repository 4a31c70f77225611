import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { findCategory } from '#server/clips/list-categories.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
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

const AT = '2026-11-22T09:00:00.000Z'

describePlainSql('one category of several', (open) => {
  async function shop(...keys: string[]) {
    const db = await open()
    const events = new EventEmitter() as never as Parameters<typeof moveCategory>[0]['events']
    let woken = 0
    events.on('jobQueued', () => woken++)
    const deps = { db, now: () => new Date(AT), events }
    const by = { id: await aUser(db), membership: 'free', role: 'editor' } as const
    for (const key of keys) await addCategory(deps, by, { key, label: `${key} en`, label_ja: `${key} ja` })
    const logged = keys.length
    await db.deleteFrom('invalidations').execute()
    return {
      ...{ db, deps, by },
      woken: () => woken,
      keys: async () => (await listCategoryLines(deps)).categories.map(({ key }) => key),
      async log() {
        const rows = await db.selectFrom('audit_records').selectAll().orderBy('id').execute()
        return rows.slice(logged).map(({ action, detail }) => [action, JSON.parse(detail)])
      },
      /** Pages that are dropped since the last call, by tag. */
      async dropped() {
        const rows = await db.deleteFrom('invalidations').returning('tag').execute()
        return [...new Set(rows.map(({ tag }) => tag))].toSorted()
      },
      async clip(category: string, state: 'published' | 'draft' = 'published') {
        const { id } = await aClip(db, { source: { category, state } })
        await db.transaction().execute((trx) => indexSource(trx, id))
        return id
      },
      async move(from: string, to: string) {
        const signal = new AbortController().signal
        await moveClipsJob.run(deps as never, { from, to }, { id: 1, attempts: 1, signal })
      },
    }
  }

  test('a new one is last in the bar, before footage without a category', async () => {
    const { db, deps, by, keys, log, dropped } = await shop('sea', 'rain')
    const uncategorised = { key: 'uncategorised', label: 'U', label_ja: 'U', position: 900 }
    await db.insertInto('categories').values(uncategorised).execute()
    await addCategory(deps, by, { key: 'food', label: 'Food', label_ja: '食' })
    expect(await keys()).toEqual(['sea', 'rain', 'food', 'uncategorised'])
    expect(await dropped()).toEqual(['categories'])
    const after = { key: 'food', label: 'Food', label_ja: '食' }
    expect(await log()).toEqual([['category.add', { category: 'food', after }]])
  })

  test('a name in one language is enough to change, the same names are no change', async () => {
    const { db, deps, by, log, dropped } = await shop('sea', 'rain')
    const rename = (label: string, label_ja: string) =>
      renameCategory(deps, by, { key: 'sea', label, label_ja })
    await rename('sea en', 'sea ja')
    expect(await dropped()).toEqual([])
    await rename('The sea', 'sea ja')
    await rename('The sea', '海')
    expect(await dropped()).toEqual(['categories'])
    const rows = await db.selectFrom('categories').select(['label', 'label_ja']).orderBy('position').execute()
    expect(rows).toEqual([
      { label: 'The sea', label_ja: '海' },
      { label: 'rain en', label_ja: 'rain ja' },
    ])
    expect((await log()).map(([action, { after }]) => [action, after.label, after.label_ja])).toEqual([
      ['category.rename', 'The sea', 'sea ja'],
      ['category.rename', 'The sea', '海'],
    ])
    const unknown = renameCategory(deps, by, { key: 'food', label: 'F', label_ja: 'F' })
    await expect(unknown).rejects.toMatchObject({ code: 'categoryNotFound' })
  })

  test('those left out of an order follow in their old one, and the same order is no change', async () => {
    const { deps, by, keys, log } = await shop('sea', 'rain', 'food')
    await orderCategories(deps, by, ['sea', 'rain'])
    expect(await log()).toEqual([])
    await orderCategories(deps, by, ['food'])
    expect(await keys()).toEqual(['food', 'sea', 'rain'])
    const order = { before: ['sea', 'rain', 'food'], after: ['food', 'sea', 'rain'] }
    expect(await log()).toEqual([['category.order', order]])
  })

  test('only the one without clips is deleted, with its former addresses', async () => {
    const { deps, by, clip, keys, move, log } = await shop('sea', 'rain', 'pond', 'puddle')
    await clip('sea', 'draft')
    await move('pond', 'sea')
    await move('puddle', 'rain')
    await expect(deleteCategory(deps, by, 'sea')).rejects.toMatchObject({ code: 'categoryInUse' })
    await deleteCategory(deps, by, 'rain')
    expect(await keys()).toEqual(['sea'])
    expect((await listCategoryLines(deps)).former).toEqual([{ key: 'pond', moved_to: 'sea' }])
    const before = { label: 'rain en', label_ja: 'rain ja' }
    expect(await log()).toEqual([['category.delete', { category: 'rain', before }]])
  })

  test('a former key that is used again no longer leads elsewhere; others do', async () => {
    const { db, deps, by, move } = await shop('sea', 'pond', 'puddle')
    await move('pond', 'sea')
    await move('puddle', 'sea')
    await addCategory(deps, by, { key: 'pond', label: 'Pond', label_ja: '池' })
    const { former } = await listCategoryLines(deps)
    expect(former).toEqual([{ key: 'puddle', moved_to: 'sea' }])
    expect(await findCategory({ db }, 'pond')).toMatchObject({ key: 'pond', label: 'Pond' })
  })

  test('a move takes its own clips, drops their pages, and leaves the others', async () => {
    const { db, move, clip, dropped, keys } = await shop('sea', 'rain', 'pond')
    const [rain, pond, draft] = [await clip('rain'), await clip('pond'), await clip('pond', 'draft')]
    const versions = new Map(
      (await db.selectFrom('library').select(['id', 'version']).execute()).map((row) => [
        row.id,
        row.version,
      ]),
    )
    await dropped()
    await move('pond', 'sea')
    const rows = await db
      .selectFrom('library')
      .innerJoin('medias', 'medias.source_id', 'library.id')
      .select(['library.id', 'library.category', 'medias.category as film', 'version', 'updated'])
      .orderBy('library.id')
      .execute()
    const moved = (id: number) => ({
      ...{ id, category: 'sea', film: 'sea', version: versions.get(id)! + 1, updated: AT },
    })
    expect(rows).toEqual([
      expect.objectContaining({ id: rain, category: 'rain', film: 'rain', version: versions.get(rain) }),
      moved(pond),
      moved(draft),
    ])
    expect(await dropped()).toEqual(['categories', `clip:${pond}`, `clip:${draft}`, 'clips'].toSorted())
    expect(await keys()).toEqual(['sea', 'rain'])
  })

  test('former keys lead to the successor of their own category', async () => {
    const { deps, move, woken, by, log } = await shop('sea', 'rain', 'pond', 'puddle')
    await move('puddle', 'pond')
    await moveCategory(deps, by, { key: 'rain', to: 'drizzle', new: true })
    expect(woken()).toBe(1)
    const taken = moveCategory(deps, by, { key: 'rain', to: 'sea', new: true })
    await expect(taken).rejects.toMatchObject({ code: 'categoryExists' })
    const missing = moveCategory(deps, by, { key: 'nowhere', to: 'sea', new: false })
    await expect(missing).rejects.toMatchObject({ code: 'categoryNotFound' })
    expect(woken()).toBe(1)
    await move('rain', 'drizzle')
    await move('pond', 'sea')
    expect((await listCategoryLines(deps)).former).toEqual([
      { key: 'pond', moved_to: 'sea' },
      { key: 'puddle', moved_to: 'sea' },
      { key: 'rain', moved_to: 'drizzle' },
    ])
    const before = { key: 'rain', label: 'rain en', label_ja: 'rain ja' }
    expect(await log()).toEqual([['category.key', { category: 'rain', before, after: { key: 'drizzle' } }]])
  })

  test('a move into a category that is gone is given up, and the clips stay', async () => {
    const { db, move, clip, keys } = await shop('pond')
    await clip('pond')
    await expect(move('pond', 'sea')).rejects.toMatchObject({ message: 'there is no category sea' })
    expect(await keys()).toEqual(['pond'])
    expect(await db.selectFrom('library').select('category').execute()).toEqual([{ category: 'pond' }])
  })

  test('lines count clips by state, and tell only of moves that are still to do', async () => {
    const { db, deps, by, clip } = await shop('sea', 'rain', 'pond')
    for (const state of ['published', 'draft'] as const)
      for (const key of ['sea', 'sea', 'rain']) await clip(key, state)
    await moveCategory(deps, by, { key: 'rain', to: 'sea', new: false })
    await moveCategory(deps, by, { key: 'pond', to: 'sea', new: false })
    await db.updateTable('jobs').set({ finished_at: AT }).where('unique_key', 'like', '%:pond').execute()
    const other = {
      kind: 'other',
      payload: '{"from":"sea","to":"pond"}',
      state: 'null',
      created: AT,
      run_at: AT,
    }
    await db.insertInto('jobs').values(other).execute()
    expect((await listCategoryLines(deps)).categories).toMatchObject([
      { key: 'sea', published: 2, drafts: 2, hidden: 0, moving_to: null },
      { key: 'rain', published: 1, drafts: 1, hidden: 0, moving_to: 'sea' },
      { key: 'pond', published: 0, drafts: 0, hidden: 0, moving_to: null },
    ])
  })
})
