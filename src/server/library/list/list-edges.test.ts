import { type Insertable, type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { previewBulk } from '../bulk/preview-bulk.ts'
import { countLibrary } from './count-library.ts'
import { libraryChoices } from './library-choices.ts'
import { allIds, listLibrary } from './list-library.ts'

const NOW = new Date('2026-11-22T09:00:00.000Z')
const now = () => NOW

describePlainSql('the library’s edges', (open) => {
  type Source = Partial<Insertable<Database['library']>>
  async function add(
    db: Kysely<Database>,
    source: Source,
    media: Partial<Insertable<Database['medias']>> = {},
  ) {
    const { id } = await aClip(db, { source, media })
    await db.transaction().execute((trx) => indexSource(trx, id))
    return id
  }
  const idsOf = async (db: Kysely<Database>, listed: object) => (await allIds({ db }, listed)).ids

  test('a page holds a hundred clips; with one more there is a next page', async () => {
    const db = await open()
    for (let n = 0; n < 100; n++) await aClip(db, { source: { title: `Heron ${n}`, state: 'draft' } })
    for (const listed of [
      {},
      { q: 'heron' },
      { state: 'draft' as const, license_type: 'commercial' as const },
    ]) {
      const page = await listLibrary({ db }, listed)
      expect([page.rows.length, page.next]).toEqual([100, null])
    }
    await aClip(db, { source: { title: 'Heron 100', state: 'draft' } })
    for (const listed of [
      {},
      { q: 'heron' },
      { state: 'draft' as const, license_type: 'commercial' as const },
    ]) {
      const page = await listLibrary({ db }, listed)
      expect([page.rows.length, typeof page.next]).toEqual([100, 'string'])
      const last = await listLibrary({ db }, { ...listed, after: page.next! })
      expect([last.rows.length, last.next]).toEqual([1, null])
      expect(page.rows.map(({ id }) => id)).not.toContain(last.rows[0]!.id)
    }
    expect(await allIds({ db }, {})).toMatchObject({ more: false })
    expect((await countLibrary({ db }, { q: 'heron' })).draft).toEqual({ count: 101 })
  })

  test('ten thousand clips are counted, of more only that there are more', async () => {
    const db = await open()
    const { id } = await aClip(db, { source: { state: 'draft' } })
    const row = await db.selectFrom('library').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const copied = Object.keys(row).filter((name) => name !== 'id' && name !== 'content_hash')
    const columns = sql.join(copied.map((name) => sql.ref(name)))
    const copy = (n: number, hash: string) =>
      sql`insert into library (content_hash, ${columns})
        select id || ${hash}, ${columns} from library order by id limit ${n}`.execute(db)
    for (let n = 1; n < 8_192; n *= 2) await copy(n, `of ${n}`)
    await copy(10_000 - 8_192, 'last')
    expect((await countLibrary({ db }, {})).draft).toEqual({ count: 10_000 })
    await copy(1, 'more')
    expect((await countLibrary({ db }, {})).draft).toEqual({ count: 10_000, at_least: true })
  })

  test.each(['x', '[]', '[1]', '["a",1,2]', '["a","b"]', '["a",1.5]', '[null,1]', '{}', 'null'])(
    'the place %s is refused',
    async (after) => {
      const db = await open()
      await expect(listLibrary({ db }, { after })).rejects.toMatchObject({ code: 'badRequest' })
    },
  )

  test.each(['x', '-1', '1.5', '"1"', 'null'])('the place %s in a search is refused', async (after) => {
    const db = await open()
    await expect(listLibrary({ db }, { q: 'heron', after })).rejects.toMatchObject({ code: 'badRequest' })
  })

  test('days and durations count from and to the end', async () => {
    const db = await open()
    const day = (added: string, duration: number) => add(db, { added, updated: added }, { duration })
    const before = await day('2026-11-02T23:59:59.999Z', 9.4)
    const first = await day('2026-11-03T00:00:00.000Z', 9.5)
    const last = await day('2026-11-05T23:59:59.999Z', 12.49)
    const after = await day('2026-11-06T00:00:00.000Z', 12.5)
    for (const column of ['added', 'updated'])
      expect(
        await idsOf(db, {
          [`${column}_from`]: '2026-11-03',
          [`${column}_to`]: '2026-11-05',
          order: 'asc',
          sort: 'added',
        }),
      ).toEqual([first, last])
    expect(await idsOf(db, { duration_from: 10, duration_to: 12, order: 'asc', sort: 'added' })).toEqual([
      first,
      last,
    ])
    expect(await idsOf(db, { duration_from: 10, order: 'asc', sort: 'added' })).toEqual([first, last, after])
    expect(await idsOf(db, { duration_to: 12, order: 'asc', sort: 'added' })).toEqual([before, first, last])
  })

  test('a film is square if its sides differ by less than a twentieth', async () => {
    const db = await open()
    const sized = (width: number, height: number) => add(db, { width, height })
    const [square, nearly] = [await sized(1000, 1000), await sized(1000, 951)]
    const [wide, tall] = [await sized(1000, 950), await sized(950, 1000)]
    const of = (orientation: string) => idsOf(db, { orientation, sort: 'added', order: 'asc' })
    expect(await of('square')).toEqual([square, nearly])
    expect(await of('landscape')).toEqual([wide])
    expect(await of('portrait')).toEqual([tall])
  })

  test('a number finds its clip first, with a mark only it, and words that are left out find nothing', async () => {
    const db = await open()
    const named = await add(db, { title: 'Heron', state: 'draft' })
    const numbered = await add(db, { title: `Take ${named}`, state: 'hidden' })
    expect(await idsOf(db, { q: String(named) })).toEqual([named, numbered])
    expect(await idsOf(db, { q: `#${named}` })).toEqual([named])
    expect((await countLibrary({ db }, { q: `#${named}` })).published).toEqual({ count: 0 })
    expect(await idsOf(db, { q: '#987' })).toEqual([])
    expect(await idsOf(db, { q: 'take -heron' })).toEqual([numbered])
    expect(await idsOf(db, { q: '-heron' })).toEqual([])
    expect(await idsOf(db, { q: 'he_on' })).toEqual([])
    expect(await idsOf(db, { q: ' ', sort: 'relevance' })).toEqual([numbered, named])
  })

  test('the choices are every category in its order, and every creator and folder once, by name', async () => {
    const db = await open()
    for (const user_name of ['Rin', 'Mio', 'Rin', '']) await add(db, { user_name })
    await add(db, { category: 'sea', user_name: 'Aoi', folder: 'kyoto/雨' })
    await db.updateTable('categories').set({ position: 1 }).where('key', '=', 'temple').execute()
    const { categories, creators, folders } = await libraryChoices({ db } as never)
    expect(categories.map(({ key }) => key)).toEqual(['sea', 'temple'])
    expect(creators).toEqual(['Aoi', 'Mio', 'Rin'])
    expect(folders).toEqual(['kyoto/雨'])
  })

  test('a preview shows the first twenty clips, each clip once, with what changes', async () => {
    const db = await open()
    const ids: number[] = []
    for (let n = 0; n < 21; n++) ids.push(await add(db, { ai: 0, user_name: n === 0 ? 'Mio' : 'Nagare' }))
    const preview = (change: object, some = ids) => previewBulk({ db, now }, { ids: some, change } as never)
    const creators = await preview({ kind: 'creator', user_name: 'Mio' }, [...ids, ids[1]!])
    expect(creators).toMatchObject({ changed: 20, unchanged: 1, refused: {} })
    expect(creators.rows.map(({ id }) => id)).toEqual(ids.slice(1))
    expect(creators.rows[0]).toMatchObject({ before: 'Nagare', after: 'Mio' })
    const shown = async (change: object) =>
      (await preview(change, [ids[0]!])).rows.map(({ before, after }) => [before, after])
    const ja = { kind: 'keywords', how: 'add', language: 'ja', keywords: ['鳥'] }
    expect(await shown(ja)).toEqual([[['寺'], ['寺', '鳥']]])
    expect(await shown({ ...ja, language: 'en', keywords: ['bird'] })).toEqual([
      [['temple'], ['temple', 'bird']],
    ])
    expect(await shown({ kind: 'ai', ai: 1 })).toEqual([['0', '1']])
    expect(await shown({ kind: 'hide' })).toEqual([['published', 'hidden']])
    expect(await shown({ kind: 'delete' })).toEqual([['published', null]])
    expect(await shown({ kind: 'license', license: 'House' })).toEqual([['Nagare licence', 'House']])
    expect((await preview({ kind: 'delete' })).rows).toHaveLength(20)
    expect(await preview({ kind: 'delete' }, [987])).toMatchObject({
      changed: 0,
      refused: { gone: 1 },
      rows: [],
    })
    const at = NOW.toISOString()
    await expect(preview({ kind: 'schedule', at }), 'now is not in the future').rejects.toMatchObject({
      code: 'badRequest',
    })
    const later = new Date(NOW.getTime() + 1).toISOString()
    expect(await preview({ kind: 'schedule', at: later })).toMatchObject({ refused: { notDraft: 21 } })
    const draft = await add(db, { ai: 0, state: 'draft' })
    const { rows } = await preview({ kind: 'schedule', at: later }, [draft])
    expect(rows).toMatchObject([{ before: null, after: later }])
  })
})
