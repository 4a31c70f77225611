import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loopOf } from '#domain/look/seam.ts'
import { COLOUR_NAMES } from '#domain/look/shades.ts'
import { choosing } from '#domain/search/filter-query.ts'
import { FILTER_NAMES, FILTERS as SHOP_FILTERS } from '#domain/search/filters.ts'
import type { LibraryFilters, LibraryOrder, LibrarySort } from '#domain/studio/library/library-filters.ts'
import { missingOf } from '#domain/studio/library/library-filters.ts'
import type { Db } from '#server/db/schema.ts'
import { keepLook } from '#server/library/clip-look.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { aLook } from '../../../../tests/support/search-library.ts'
import { countLibrary } from './count-library.ts'
import { allIds, listLibrary } from './list-library.ts'

type Listed = LibraryFilters & LibraryOrder
const STATES = ['published', 'draft', 'hidden'] as const

describeEachDatabase('the library', (open) => {
  /** Clips that differ in every filter. */
  async function library(clips = 24): Promise<Db> {
    const db = await open()
    for (let n = 0; n < clips; n++) {
      const { id } = await aClip(db, {
        source: {
          title: n % 7 === 0 ? '' : `Heron ${String.fromCharCode(65 + ((n * 5) % 26))}`,
          title_ja: n % 5 === 0 ? '' : `鷺 ${n}`,
          state: STATES[n % 3]!,
          category: n % 4 === 0 ? 'sea' : 'temple',
          license_type: n % 6 === 0 ? 'editorial' : 'commercial',
          user_name: n % 2 === 0 ? 'Mio' : 'Rin',
          folder: n % 5 === 0 ? '' : `kyoto/${n % 2}`,
          publish_at: n % 3 === 1 && n % 2 === 0 ? `2026-12-${10 + (n % 7)}T09:00:00.000Z` : null,
          ai: ([0, 1, null] as const)[n % 4] ?? null,
          keywords: n % 8 === 0 ? '[]' : '["bird"]',
          downloads: n % 5,
          created: `2026-10-${String(1 + ((n * 7) % 24)).padStart(2, '0')}T00:00:00.000Z`,
          keywords_ja: '[]',
          popularity: n % 9,
          width: n % 2 === 0 ? 1920 : 720,
          height: n % 2 === 0 ? 1080 : 1280,
          added: `2026-11-${String(1 + (n % 20)).padStart(2, '0')}T00:00:00.000Z`,
          updated: `2026-11-${String(20 - (n % 20)).padStart(2, '0')}T00:00:00.000Z`,
        },
        media: {
          seam: [1, 2, 4, null, -1][n % 5]!,
          frame_rate: [24, 29.97, 50][(n >> 1) % 3]!,
          duration: 4 + n,
          original_filename: `IMG_${1000 + n}.mov`,
        },
      })
      await db.transaction().execute((trx) => keepLook(trx, id, aLook(coloursOf(n))))
      if (n % 3 === 0) await db.transaction().execute((trx) => indexSource(trx, id))
    }
    return db
  }

  /** For tests that change nothing. */
  let read: Db
  beforeAll(async () => {
    read = await library()
  })

  const coloursOf = (n: number) => [COLOUR_NAMES[n % 4]!, 'white']
  const idsOf = async (db: Db, listed: Listed) => (await allIds({ db }, listed)).ids

  const FILTERS: Listed[] = [
    {},
    { state: 'draft' },
    { state: 'hidden', sort: 'title' },
    { state: 'scheduled' },
    { state: 'scheduled', sort: 'title' },
    { state: 'draft', sort: 'publish_at' },
    { folder: 'kyoto/1' },
    { folder: 'kyoto/0', state: 'scheduled', sort: 'publish_at', order: 'desc' },
    { missing: 'title_ja' },
    { missing: 'title_en', sort: 'updated' },
    { missing: 'keywords', state: 'draft' },
    { missing: 'ai', sort: 'popularity' },
    { sort: 'downloads' },
    { sort: 'downloads', state: 'published', order: 'asc' },
    { sort: 'created', state: 'draft' },
    { category: 'sea', sort: 'title', order: 'desc' },
    { license_type: 'editorial', creator: 'Mio' },
    { ai: 'yes' },
    { ai: 'no', orientation: 'portrait' },
    { duration_from: 10, duration_to: 12 },
    { colour: 'green', sort: 'title' },
    { colour: 'd32b2b', state: 'draft' },
    { resolution: 'hd', frame_rate_from: 30, frame_rate_to: 60 },
    { resolution: 'sd' },
    { loop: 'seamless' },
    { loop: 'cut', state: 'draft' },
    { added_from: '2026-11-03', added_to: '2026-11-05', sort: 'added', order: 'asc' },
    { updated_from: '2026-11-10', category: 'temple', sort: 'updated' },
  ]

  test.each(FILTERS.map((listed) => [JSON.stringify(listed), listed]))(
    'has what fits %s, in order, and counts it',
    async (_, listed) => {
      const db = read
      const { rows } = await listLibrary({ db }, listed)
      const expected = await inMemory(db, listed)
      expect(rows.map(({ id }) => id)).toEqual(expected)
      const { state, ...others } = listed
      const counts = await countLibrary({ db }, others)
      if (state) expect(counts[state].count).toBe(expected.length)
      else expect(counts.draft.count + counts.published.count + counts.hidden.count).toBe(expected.length)
    },
  )

  test('counts published clips by the shop’s filters as the shop does', async () => {
    const db = read
    const { facets } = await searchSources({ db }, { text: '', offset: 0, facets: true })
    for (const name of FILTER_NAMES) {
      const counted = facets![name].map(async ({ value }) => {
        const { published } = await countLibrary({ db }, choosing(name, SHOP_FILTERS[name], value))
        return { value, count: published.count }
      })
      expect(await Promise.all(counted), name).toEqual(facets![name])
      expect(facets![name].filter(({ count }) => count > 0).length, name).toBeGreaterThan(1)
    }
  })

  test('is searched like the shop, drafts and hidden clips literally', async () => {
    const db = read
    const all = await idsOf(db, { q: 'heron' })
    expect(new Set(all)).toEqual(new Set((await inMemory(db, {})).filter((id) => (id - 1) % 7 !== 0)))
    expect(await idsOf(db, { q: 'herons', state: 'published' })).toHaveLength(6)
    expect(await idsOf(db, { q: 'img_1002' })).toEqual([3])
    expect(await idsOf(db, { q: '#3' })).toEqual([3])
    expect(await idsOf(db, { q: '100%' })).toEqual([])
    expect(await idsOf(db, { q: '鷺 4', sort: 'added' })).toContain(5)
    const counts = await countLibrary({ db }, { q: 'heron', category: 'sea' })
    expect(counts.draft.count).toBe((await idsOf(db, { q: 'heron', category: 'sea', state: 'draft' })).length)
  })

  test('is paged from one page to the next without losing or repeating a clip', async () => {
    const db = await library(3)
    const [clip] = await db.selectFrom('library').selectAll().where('id', '=', 1).execute()
    const [media] = await db.selectFrom('medias').selectAll().where('source_id', '=', 1).execute()
    for (let n = 0; n < 240; n++) {
      const { id: _, ...again } = {
        ...clip!,
        content_hash: `again ${n}`,
        popularity: n % 3,
        downloads: n % 3,
      }
      const { id } = await db.insertInto('library').values(again).returning('id').executeTakeFirstOrThrow()
      const { id: __, ...row } = { ...media!, source_id: id, cloudpath: `full/${n}` }
      await db.insertInto('medias').values(row).execute()
    }
    for (const sort of ['added', 'popularity', 'title', 'downloads'] as const) {
      const seen: number[] = []
      let after: string | undefined
      do {
        const page = await listLibrary({ db }, { sort, after })
        expect(page.rows.length).toBeLessThanOrEqual(100)
        seen.push(...page.rows.map(({ id }) => id))
        after = page.next ?? undefined
      } while (after)
      expect(seen).toEqual(await inMemory(db, { sort }))
    }
    await expect(listLibrary({ db }, { after: 'x' })).rejects.toMatchObject({ code: 'badRequest' })
  })

  test('says what each clip lacks', async () => {
    const db = await library(1)
    const [row] = (await listLibrary({ db }, {})).rows
    expect(row).toMatchObject({
      missing: ['title_ja', 'title_en', 'keywords'],
      original_filename: 'IMG_1000.mov',
    })
    expect(row).not.toHaveProperty('description')
  })

  /** The same by reading everything. */
  async function inMemory(db: Db, listed: Listed): Promise<number[]> {
    const rows = await db
      .selectFrom('library')
      .innerJoin('medias', 'medias.source_id', 'library.id')
      .selectAll('library')
      .select(['duration', 'frame_rate', 'seam'])
      .execute()
    const fits = rows.filter((row) => {
      const lacks = missingOf({
        ...row,
        keywords: JSON.parse(row.keywords),
        keywords_ja: JSON.parse(row.keywords_ja),
      })
      return (
        (!listed.state ||
          (listed.state === 'scheduled' ? row.publish_at !== null : row.state === listed.state)) &&
        (!listed.folder || row.folder === listed.folder) &&
        (!listed.missing || lacks.includes(listed.missing)) &&
        (!listed.category || row.category === listed.category) &&
        (!listed.license_type || row.license_type === listed.license_type) &&
        (!listed.creator || row.user_name === listed.creator) &&
        (!listed.ai || row.ai === (listed.ai === 'yes' ? 1 : 0)) &&
        (!listed.orientation || (row.width > row.height ? 'landscape' : 'portrait') === listed.orientation) &&
        (listed.duration_from === undefined || Math.round(row.duration) >= listed.duration_from) &&
        (listed.duration_to === undefined || Math.round(row.duration) <= listed.duration_to) &&
        (!listed.colour ||
          coloursOf(row.id - 1).includes(listed.colour === 'd32b2b' ? 'red' : listed.colour)) &&
        (!listed.loop || loopOf(row.seam) === listed.loop) &&
        (!listed.resolution || (row.width === 1920 ? 'full_hd' : 'hd') === listed.resolution) &&
        (listed.frame_rate_from === undefined || Math.round(row.frame_rate) >= listed.frame_rate_from) &&
        (listed.frame_rate_to === undefined || Math.round(row.frame_rate) <= listed.frame_rate_to) &&
        (!listed.added_from || row.added.slice(0, 10) >= listed.added_from) &&
        (!listed.added_to || row.added.slice(0, 10) <= listed.added_to) &&
        (!listed.updated_from || row.updated.slice(0, 10) >= listed.updated_from)
      )
    })
    const usual = listed.state === 'scheduled' ? 'publish_at' : 'added'
    const isPossible = listed.sort !== 'relevance' && (listed.sort !== 'publish_at' || usual === 'publish_at')
    const sort = ((isPossible && listed.sort) || usual) as Exclude<LibrarySort, 'relevance'>
    const rising = sort === 'title' || sort === 'publish_at'
    const sign = (listed.order ?? (rising ? 'asc' : 'desc')) === 'asc' ? 1 : -1
    const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
    return fits.sort((a, b) => sign * (compared(a[sort]!, b[sort]!) || a.id - b.id)).map(({ id }) => id)
  }
})

describeEachDatabase('a large library', (open) => {
  test('reads a bounded number of clips per page, until matches are found', async () => {
    const db = await open()
    await aClip(db, { source: { license_type: 'editorial', added: '2020-01-01' } })
    const series =
      'engine' in db.getExecutor().adapter
        ? sql`(with recursive n(n) as (select 1 union all select n + 1 from n where n < 9000) select n from n)`
        : sql`(select generate_series(1, 9000) as n)`
    const { rows } = await sql<Record<string, unknown>>`select * from library`.execute(db)
    const columns = Object.keys(rows[0]!).filter(
      (name) => !['id', 'content_hash', 'added', 'license_type'].includes(name),
    )
    const names = sql.join(columns.map((name) => sql.id(name)))
    await sql`
      insert into library (content_hash, added, license_type, ${names})
      select 'many ' || n, '2026-01-01', 'commercial', ${names} from library, ${series} as s`.execute(db)
    const pages: number[] = []
    let after: string | undefined
    do {
      const page = await listLibrary({ db }, { state: 'published', license_type: 'editorial', after })
      pages.push(page.rows.length)
      after = page.next ?? undefined
    } while (after)
    expect(pages).toEqual([0, 0, 1])
    const { next } = await listLibrary({ db }, { state: 'published', license_type: 'commercial' })
    expect(next, 'a full page, and more').toMatch(/\d/)
    const rare = { user_name: 'Rin', title: 'Zebra' }
    await db.updateTable('library').set(rare).where('license_type', '=', 'editorial').execute()
    const ofOne = await listLibrary({ db }, { creator: 'Rin', sort: 'title' })
    expect(ofOne.rows, 'the few clips of a creator come at once').toHaveLength(1)
  })
})
