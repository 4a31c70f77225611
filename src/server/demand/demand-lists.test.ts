import { expect, test } from 'vitest'
import type { SearchesQuery, SearchList } from '#contract/studio/search/demand.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { clipRows, listClipFigures } from './list-clip-figures.ts'
import { creatorRows, listCreators } from './list-creators.ts'
import { listSearches, searchRows } from './list-searches.ts'

const now = () => new Date('2026-11-21T09:00:00.000Z')

/** Every row of a file that is made in pages. */
async function rowsIn<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

/** Every row of a list, read page after page. */
async function allPages<Row>(
  read: (after: string | undefined) => Promise<{ rows: Row[]; next: string | null }>,
) {
  const pages: Row[][] = []
  for (let after: string | undefined; ; ) {
    const { rows, next } = await read(after)
    pages.push(rows)
    if (next === null || pages.length > 9) return pages
    after = next
  }
}

describePlainSql('lists of searches', (open) => {
  type Counts = [text: string, visitors: number, little?: number, clicked?: number]
  const query: SearchesQuery = { list: 'most', days: 30, limit: 50 }

  async function searched(...counts: Counts[]) {
    const db = await open()
    const rows = counts.map(([text, visitors, little = 0, clicked = 0]) => ({
      ...{ text, days: 30, locale: '' as const, visitors, little, clicked },
    }))
    await db.insertInto('demand_figures').values(rows).execute()
    const texts = async (asked: Partial<SearchesQuery>) =>
      (await listSearches({ db, now }, { ...query, ...asked })).searches.map(({ text }) => text)
    return { db, texts }
  }

  test('another period and another language have figures of their own', async () => {
    const { db, texts } = await searched(['fox', 9])
    const counts = { little: 0, clicked: 0 }
    await db
      .insertInto('demand_figures')
      .values([
        { ...counts, text: 'owl', days: 7, locale: '', visitors: 8 },
        { ...counts, text: '狐', days: 30, locale: 'ja', visitors: 7 },
      ])
      .execute()
    expect(await texts({})).toEqual(['fox'])
    expect(await texts({ days: 7 })).toEqual(['owl'])
    expect(await texts({ locale: 'ja' })).toEqual(['狐'])
    expect(await texts({ locale: 'en' })).toEqual([])
  })

  test('lists of little and of nothing opened leave the other texts out', async () => {
    const { texts } = await searched(
      ['opened', 9, 0, 1],
      ['little', 8, 2, 1],
      ['only little', 7, 7],
      ['ignored', 6, 5],
    )
    expect(await texts({ list: 'most' })).toEqual(['opened', 'little', 'only little', 'ignored'])
    expect(await texts({ list: 'little' })).toEqual(['only little', 'ignored', 'little'])
    expect(await texts({ list: 'unclicked' })).toEqual(['ignored'])
  })

  test('what finds nothing now is a list of its own, without what has clips or is not counted', async () => {
    const { db, texts } = await searched(['fox', 9, 4], ['owl', 8, 6], ['new', 7, 7], ['elk', 6, 5])
    const kept = { created: '2026-11-21', stale: 0, stock_at_least: 0 } as const
    await db
      .insertInto('demand_searches')
      .values([
        { ...kept, text: 'fox', stock: 0 },
        { ...kept, text: 'owl', stock: 1 },
        { ...kept, text: 'new', stock: null },
        { ...kept, text: 'elk', stock: 0 },
      ])
      .execute()
    expect(await texts({ list: 'nothing' })).toEqual(['elk', 'fox'])
  })

  test('a line has the share of Japanese pages, and its figure of the period before', async () => {
    const { db } = await searched(['fox', 9, 4], ['owl', 8])
    const ja = { days: 30, locale: 'ja', little: 0, clicked: 0 } as const
    await db
      .insertInto('demand_figures')
      .values({ ...ja, text: 'fox', visitors: 6 })
      .execute()
    const day = { text: 'fox', locale: 'en', clicked: 0 } as const
    await db
      .insertInto('demand_days')
      .values([
        { ...day, day: '2026-09-22', visitors: 100, little: 100 },
        { ...day, day: '2026-09-23', visitors: 2, little: 1 },
        { ...day, day: '2026-10-22', visitors: 3, little: 1 },
        { ...day, day: '2026-10-22', locale: 'ja', visitors: 4, little: 4 },
        { ...day, day: '2026-10-23', visitors: 50, little: 50 },
      ])
      .execute()
    const lines = async (asked: Partial<SearchesQuery>) =>
      (await listSearches({ db, now }, { ...query, ...asked })).searches.map(({ text, japanese, before }) => [
        ...[text, japanese, before],
      ])
    expect(await lines({})).toEqual([
      ['fox', 6, 9],
      ['owl', 0, 0],
    ])
    expect(await lines({ list: 'little' })).toEqual([['fox', 6, 6]])
    await db.updateTable('demand_figures').set({ days: 400 }).where('text', '=', 'owl').execute()
    expect(await lines({ days: 400 })).toEqual([['owl', 0, null]])
  })

  test.each(['most', 'little', 'unclicked'] as SearchList[])(
    'pages of %s have no gap and no repetition where figures are equal',
    async (list) => {
      const { db } = await searched(['a', 3, 1], ['b', 5, 2], ['c', 5, 2], ['d', 5, 2], ['e', 9, 4])
      const pages = await allPages(async (after) => {
        const { searches, next } = await listSearches({ db, now }, { ...query, list, limit: 2, after })
        return { rows: searches.map(({ text }) => text), next }
      })
      expect(pages).toEqual([['e', 'd'], ['c', 'b'], ['a']])
    },
  )

  test('a line has the text’s stock and wish; the file has every line', async () => {
    const many = Array.from({ length: 250 }, (_, n): Counts => [`text ${n}`, n + 1])
    const { db } = await searched(...many, ['fox', 999, 3, 2], ['owl', 998])
    const kept = { created: '2026-11-21', stale: 0, text: 'fox', stock: 1000, stock_at_least: 1 } as const
    await db
      .insertInto('demand_searches')
      .values([kept, { ...kept, text: 'owl', stock: 7, stock_at_least: 0 }])
      .execute()
    const at = '2026-11-21T00:00:00.000Z'
    const wish = { text: 'owl', note: '', status: 'filming', created: at, updated: at } as const
    await db.insertInto('wishes').values(wish).execute()
    expect(await listSearches({ db, now }, { ...query, limit: 3 })).toEqual({
      searches: [
        {
          ...{ text: 'fox', visitors: 999, little: 3, clicked: 2, japanese: 0, before: 0 },
          ...{ stock: 1000, stock_at_least: true, wish: null },
        },
        {
          ...{ japanese: 0, before: 0 },
          text: 'owl',
          visitors: 998,
          little: 0,
          clicked: 0,
          stock: 7,
          stock_at_least: false,
          wish: 'filming',
        },
        {
          ...{ text: 'text 249', visitors: 250, little: 0, clicked: 0, japanese: 0, before: 0 },
          ...{ stock: null, stock_at_least: false, wish: null },
        },
      ],
      next: '250:text 249',
    })
    const rows = await rowsIn(searchRows({ db, now }, query))
    expect(rows.slice(0, 3)).toEqual([
      ['fox', 999, 3, 2, 1000, 0, 0],
      ['owl', 998, 0, 0, 7, 0, 0],
      ['text 249', 250, 0, 0, '', 0, 0],
    ])
    expect(new Set(rows.map(([text]) => text)).size).toBe(252)
    expect(rows).toHaveLength(252)
  })
})

describePlainSql('lists of clips', (open) => {
  /** Clips with these views within 30 days. */
  async function viewed(...views: number[]) {
    const db = await open()
    const ids: number[] = []
    for (const _ of views) ids.push((await aClip(db)).id)
    const rows = ids.map((source_id, at) => ({
      ...{ source_id, days: 30, views: views[at]!, previews: at, likes: 10 + at, downloads: 20 - at },
    }))
    await db.insertInto('clip_figures').values(rows).execute()
    return { db, ids }
  }

  test('each sort has its order, and each period its figures', async () => {
    const { db, ids } = await viewed(5, 7)
    const other = { days: 7, views: 1, previews: 0, likes: 0, downloads: 0 }
    await db
      .insertInto('clip_figures')
      .values({ ...other, source_id: ids[0]! })
      .execute()
    const order = async (sort: 'views' | 'downloads', days: 7 | 30) =>
      (await listClipFigures({ db }, { sort, days, limit: 50 })).clips.map(({ id }) => id)
    expect(await order('views', 30)).toEqual([ids[1], ids[0]])
    expect(await order('downloads', 30)).toEqual([ids[0], ids[1]])
    expect(await order('views', 7)).toEqual([ids[0]])
    const { clips, next } = await listClipFigures({ db }, { sort: 'views', days: 30, limit: 50 })
    expect(clips[0]).toMatchObject({ id: ids[1], views: 7, previews: 1, likes: 11, downloads: 19 })
    expect(next).toBe(null)
  })

  test('pages have no gap and no repetition where figures are equal, and skip a deleted clip', async () => {
    const { db, ids } = await viewed(3, 3, 3, 9, 3)
    const [a, b, c, d, e] = ids
    await db.deleteFrom('library').where('id', '=', b!).execute()
    const pages = await allPages(async (after) => {
      const { clips, next } = await listClipFigures({ db }, { sort: 'views', days: 30, limit: 2, after })
      return { rows: clips.map(({ id }) => id), next }
    })
    expect(pages).toEqual([[d, e], [c], [a]])
    expect(await listClipFigures({ db }, { sort: 'likes', days: 400, limit: 2 })).toEqual({
      clips: [],
      next: null,
    })
  })

  test('the file has every clip of the period', async () => {
    const { db, ids } = await viewed(...Array.from({ length: 201 }, (_, n) => n % 7))
    await db.updateTable('library').set({ title: 'Fox', title_ja: '狐' }).where('id', '=', ids[0]!).execute()
    const rows = await rowsIn(clipRows({ db }, { sort: 'likes', days: 30, limit: 50 }))
    expect(rows.map(([id]) => id)).toEqual(ids.toReversed())
    expect(rows.at(-1)).toEqual([ids[0], 'Fox', '狐', 0, 0, 10, 20])
  })
})

describePlainSql('lists of creators', (open) => {
  async function counted(names: number) {
    const db = await open()
    const rows = Array.from({ length: names }, (_, n) => ({
      ...{ month: '2026-10', user_name: `creator ${n}`, downloads: n, clips: 1 },
    }))
    for (let at = 0; at < names; at += 300)
      await db
        .insertInto('creator_downloads')
        .values(rows.slice(at, at + 300))
        .execute()
    return { db }
  }

  test('months count from the first to the last asked for, both included, newest first', async () => {
    const { db } = await counted(0)
    const months = ['2026-08', '2026-09', '2026-10', '2026-11']
    for (const month of months)
      for (const user_name of ['Aoi', 'Ren'])
        await db
          .insertInto('creator_downloads')
          .values({ month, user_name, downloads: 2, clips: 1 })
          .execute()
    const shown = async (asked: { from?: string; to?: string }) =>
      (await listCreators({ db }, asked)).creators.map(({ month, user_name }) => `${month} ${user_name}`)
    const all = months.flatMap((month) => [`${month} Aoi`, `${month} Ren`]).toReversed()
    expect(await shown({})).toEqual(all)
    expect(await shown({ from: '2026-09', to: '2026-10' })).toEqual(all.slice(2, 6))
    expect(await shown({ to: '2026-08' })).toEqual(all.slice(6))
    expect(await shown({ from: '2026-11' })).toEqual(all.slice(0, 2))
    expect(await rowsIn(creatorRows({ db }, { from: '2026-11' }))).toEqual([
      ['2026-11', 'Ren', 2, 1],
      ['2026-11', 'Aoi', 2, 1],
    ])
  })

  test('the page shows 500 and says whether the file has more; the file has all', async () => {
    const { db } = await counted(500)
    const full = await listCreators({ db }, {})
    expect([full.creators.length, full.more]).toEqual([500, false])
    const { db: larger } = await counted(1002)
    const over = await listCreators({ db: larger }, {})
    expect([over.creators.length, over.more]).toEqual([500, true])
    const rows = await rowsIn(creatorRows({ db: larger }, {}))
    expect(rows).toHaveLength(1002)
    expect(new Set(rows.map(([, name]) => name)).size).toBe(1002)
  })
})
