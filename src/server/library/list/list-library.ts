import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { LibraryIds, LibraryPage, LibraryQuery, LibraryRow } from '#contract/studio/clips/library.ts'
import {
  type LibrarySort,
  MOST_SELECTED,
  missingOf,
  sortOf,
  usualOrder,
} from '#domain/studio/library/library-filters.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { publicationsGivenUp } from '../clip/publication-failures.ts'
import { allOf, type FewPlan, type Listed, planOf, type WalkPlan } from './plan.ts'

const PAGE = 100
/** Ids per read, so that visitors are answered in between. */
const IDS_AT_ONCE = 2_000

/** A page of the library, in any state. @throws AppError('badRequest') for an invalid `after` */
export async function listLibrary(
  { db }: Pick<Deps, 'db'>,
  { after, ...listed }: LibraryQuery,
): Promise<LibraryPage> {
  const { ids, next } = await listIds(db, listed, { after, limit: PAGE })
  return { rows: await rowsOf(db, ids), next }
}

/** All clips of a list, in its order, up to MOST_SELECTED; `more` if there are more. */
export async function allIds({ db }: Pick<Deps, 'db'>, listed: Listed): Promise<LibraryIds> {
  const ids: number[] = []
  let after: string | undefined
  while (ids.length <= MOST_SELECTED) {
    const page = await listIds(db, listed, { after, limit: IDS_AT_ONCE })
    ids.push(...page.ids)
    if (page.next === null) break
    after = page.next
    await new Promise(setImmediate)
  }
  return { ids: ids.slice(0, MOST_SELECTED), more: ids.length > MOST_SELECTED }
}

async function rowsOf(db: Db, ids: readonly number[]): Promise<LibraryRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('library')
    .innerJoin('medias', 'medias.source_id', 'library.id')
    .select(['library.id', 'title', 'title_ja', 'description', 'description_ja', 'keywords', 'keywords_ja'])
    .select([
      'state',
      'publish_at',
      'trashed_at',
      'version',
      'library.category',
      'license_type',
      'user_name',
      'ai',
    ])
    .select([
      'added',
      'library.created',
      'updated',
      'downloads',
      'library.width',
      'library.height',
      'duration',
    ])
    .select(['poster_base', 'poster_widths', 'dominant_color', 'original_filename', 'folder'])
    .where(oneOf(db, 'library.id', ids))
    .execute()
  const failed = await publicationsGivenUp(db, ids)
  const byId = new Map(
    rows.map(({ description, description_ja, keywords, keywords_ja, ...row }) => [
      row.id,
      {
        ...row,
        publish_failed: failed.has(row.id),
        poster_widths: JSON.parse(row.poster_widths) as number[],
        missing: missingOf({
          ...row,
          description,
          description_ja,
          keywords: JSON.parse(keywords),
          keywords_ja: JSON.parse(keywords_ja),
        }),
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Most clips to check for one page, so that no filter makes it slow. */
const WALKED = 4_000

interface Window {
  after?: string | undefined
  limit: number
}
interface IdPage {
  ids: number[]
  /** Cursor of the next page; null at the end. */
  next: string | null
}

/** A clip's place in the list: its sort value and its id. */
type Place = readonly [value: string | number, id: number]
interface Order {
  column: RawBuilder<unknown>
  descending: boolean
}

/**
 * A page of clips in the order of the list. It may be short and still have a next one. Relevance is ordered by the
 * search itself, so its `next` is a number of clips. @throws AppError('badRequest') for an invalid `after`
 */
async function listIds(db: Db, listed: Listed, { after, limit }: Window): Promise<IdPage> {
  const plan = await planOf(db, listed)
  const sort = sortOf(listed)
  if (sort === 'relevance' && plan.ids) return byRelevance(db, plan, { after, limit })
  const order = orderOf(sort, listed.order)
  const place = after === undefined ? undefined : readPlace(after)
  return plan.ids ? ofFew(db, plan, { order, place, limit }) : walked(db, plan, { order, place, limit })
}

interface Read {
  order: Order
  place: Place | undefined
  limit: number
}
async function byRelevance(db: Db, { ids, rest }: FewPlan, { after, limit }: Window): Promise<IdPage> {
  const offset = after === undefined ? 0 : readNumber(after)
  const { rows } = await sql<{ id: number }>`
    select c.id from library c where ${oneOf(db, 'c.id', ids)} and ${allOf(rest)}`.execute(db)
  const passing = new Set(rows.map(({ id }) => id))
  const found = ids.filter((id) => passing.has(id))
  const end = offset + limit
  return { ids: found.slice(offset, end), next: end < found.length ? JSON.stringify(end) : null }
}

async function ofFew(db: Db, { ids, rest }: FewPlan, { order, place, limit }: Read): Promise<IdPage> {
  const { rows } = await sql<{ id: number; place: string | number }>`
    select c.id, ${order.column} as place from library c
    where ${oneOf(db, 'c.id', ids)} and ${allOf(rest)} and ${beyond(order, place)}
    order by ${ordering(order)} limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit)
}

async function walked(db: Db, { driver, rest }: WalkPlan, { order, place, limit }: Read): Promise<IdPage> {
  const most = rest.length === 0 ? limit + 1 : Math.max(WALKED, limit)
  const way = sql`
    select c.id, ${order.column} as place from library c where ${allOf(driver)} and ${beyond(order, place)}
    order by ${ordering(order)}`
  if (rest.length === 0)
    return pageOf(
      (await sql<{ id: number; place: string | number }>`${way} limit ${most}`.execute(db)).rows,
      limit,
    )
  const { rows } = await sql<{ id: number; place: string | number }>`
    select c.id, way.place from (${way} limit ${most}) as way join library c on c.id = way.id
    where ${allOf(rest)} order by way.place ${direction(order)}, c.id ${direction(order)} limit ${limit + 1}`.execute(
    db,
  )
  if (rows.length > limit) return pageOf(rows, limit)
  const { rows: last } = await sql<{
    id: number
    place: string | number
  }>`${way} limit 1 offset ${most - 1}`.execute(db)
  return { ids: rows.map(({ id }) => id), next: last[0] ? placeText(last[0]) : null }
}

function pageOf(rows: readonly { id: number; place: string | number }[], limit: number): IdPage {
  const shown = rows.slice(0, limit)
  return {
    ids: shown.map(({ id }) => id),
    next: rows.length > limit ? placeText(shown.at(-1)!) : null,
  }
}

function orderOf(sort: LibrarySort, order: 'asc' | 'desc' | undefined): Order {
  const column = sql`c.${sql.ref(sort === 'relevance' ? 'added' : sort)}`
  return { column, descending: (order ?? usualOrder(sort)) === 'desc' }
}

const direction = ({ descending }: Order) => (descending ? sql`desc` : sql`asc`)
const ordering = (order: Order) => sql`${order.column} ${direction(order)}, c.id ${direction(order)}`

function beyond({ column, descending }: Order, place: Place | undefined): RawBuilder<SqlBool> {
  if (!place) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`(${column}, c.id) ${descending ? sql`<` : sql`>`} (${place[0]}, ${place[1]})`
}

const placeText = ({ id, place }: { id: number; place: string | number }) => JSON.stringify([place, id])

function readPlace(after: string): Place {
  const value = readJson(after)
  if (!Array.isArray(value) || value.length !== 2 || !Number.isSafeInteger(value[1])) throw badPlace()
  if (typeof value[0] !== 'string' && !Number.isFinite(value[0])) throw badPlace()
  return [value[0], value[1]]
}

function readNumber(after: string): number {
  const value = readJson(after)
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw badPlace()
  return value
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badPlace()
  }
}

const badPlace = () => new AppError('badRequest', 'after: must be the "next" of a page')
