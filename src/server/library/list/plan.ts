import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Orientation } from '#domain/clips/orientation.ts'
import { LONG_SIDES, RESOLUTIONS, type Resolution } from '#domain/clips/resolution.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import { type Loop, SEAMS } from '#domain/look/seam.ts'
import { bitsOf, shadesOf } from '#domain/look/shades.ts'
import {
  type LIBRARY_FILTERS,
  type LibraryFilters,
  type LibraryOrder,
  type LibrarySort,
  type ListedState,
  type Missing,
  sortOf,
} from '#domain/studio/library/library-filters.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { searchLibrary } from './search-library.ts'

/** If a filter leaves at most this many clips, they are read and sorted. */
const FEW = 5_000

/**
 * How to find a list's clips. Either few enough match to know their ids, or `driver` walks an index in the list's order
 * and checks each clip against `rest`.
 */
export type Plan = FewPlan | WalkPlan

export interface FewPlan {
  ids: number[]
  /** Whether `ids` has only the first matches. */
  more: boolean
  rest: Condition[]
}
export interface WalkPlan {
  ids?: undefined
  driver: Condition[]
  rest: Condition[]
}

export interface Listed extends LibraryFilters, LibraryOrder {}

export async function planOf(db: Db, listed: Listed): Promise<Plan> {
  const conditions = conditionsOf(db, listed)
  if (listed.q?.trim()) return { ...(await searchLibrary(db, listed.q)), rest: conditions }
  const sort = sortOf(listed)
  const driver = driverOf(conditions, sort)
  const rest = conditions.filter((condition) => !driver.includes(condition))
  if (rest.length === 0) return { driver, rest }
  for (const name of INDEXED) {
    const condition = conditions.find((one) => one.name === name)
    const ids = condition && (await firstIds(db, condition))
    if (ids && ids.length <= FEW)
      return { ids, more: false, rest: conditions.filter((one) => one !== condition) }
  }
  return { driver, rest }
}

/** Sorts with an index per state. */
const OF_ONE_STATE: readonly LibrarySort[] = ['updated', 'title', 'popularity']

/** The part of a filter that one index answers in the order of the list. */
function driverOf(conditions: readonly Condition[], sort: LibrarySort): Condition[] {
  const names = sort === 'added' ? IN_ORDER_ADDED : OF_ONE_STATE.includes(sort) ? (['state'] as const) : []
  const first = names.map((name) => conditions.find((one) => one.name === name)).find((one) => one)
  return conditions.filter((one) => one === first || one.name === sort || one === UNTRASHED)
}

/** The order makes PostgreSQL read the index. */
async function firstIds(db: Db, { name, where }: Condition): Promise<number[]> {
  const order = sql.ref(name === 'updated' || name === 'publish_at' ? `c.${name}` : 'c.added')
  const { rows } = await sql<{ id: number }>`
    select c.id from library c where ${where} order by ${order} desc, c.id desc limit ${FEW + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/** All conditions; true if there are none. */
export function allOf(conditions: readonly { where: RawBuilder<SqlBool> }[]): RawBuilder<SqlBool> {
  return conditions.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`${sql.join(
        conditions.map(({ where }) => where),
        sql` and `,
      )}`
}

/** A filter as SQL on `library`, named `c`. */
export interface Condition {
  name:
    | 'trash'
    | 'untrashed'
    | 'state'
    | 'publish_at'
    | 'category'
    | 'creator'
    | 'folder'
    | 'missing'
    | 'added'
    | 'updated'
    | 'other'
  where: RawBuilder<SqlBool>
}

/** Filters with an index, the likely most selective first. */
const INDEXED = [
  'trash',
  'publish_at',
  'creator',
  'folder',
  'missing',
  'state',
  'category',
  'updated',
  'added',
] as const
/** Their indexes have the clips in the order of arrival. */
const IN_ORDER_ADDED: readonly Condition['name'][] = ['creator', 'folder', 'missing', 'category', 'state']

const is = (text: RawBuilder<unknown>) => text as RawBuilder<SqlBool>

/** The filters without the search text. */
function conditionsOf(db: Db, filters: LibraryFilters): Condition[] {
  const conditions = Object.values(CONDITIONS).flatMap((condition) => condition(filters, db))
  const given = conditions.filter((condition) => typeof condition === 'object')
  return filters.state === 'trashed' ? given : [...given, UNTRASHED]
}

/** Nearly every clip, so an index would not help: whoever walks another checks it. */
const UNTRASHED: Condition = { name: 'untrashed', where: is(sql`c.trashed_at is null`) }

type Possible = Condition | '' | false | undefined
type Named = Exclude<keyof typeof LIBRARY_FILTERS, 'q'>

const CONDITIONS: Record<Named, (filters: LibraryFilters, db: Db) => Possible | Possible[]> = {
  state: ({ state }) => state && stateCondition(state),
  category: ({ category }) =>
    category !== undefined && { name: 'category', where: is(sql`c.category = ${category}`) },
  creator: ({ creator }) =>
    creator !== undefined && { name: 'creator', where: is(sql`c.user_name = ${creator}`) },
  folder: ({ folder }) => folder !== undefined && { name: 'folder', where: is(sql`c.folder = ${folder}`) },
  missing: ({ missing }, db) => missing && missingCondition(db, missing),
  colour: ({ colour }) =>
    colour !== undefined &&
    other(
      sql`exists (select 1 from clip_looks l where l.source_id = c.id and (l.shades & ${bitsOf(shadesOf(colour))}) <> 0)`,
    ),
  resolution: ({ resolution }) => resolution && resolutionCondition(resolution),
  frame_rate: ({ frame_rate_from, frame_rate_to }) =>
    mediaCondition('frame_rate', frame_rate_from, frame_rate_to),
  license_type: ({ license_type }) => license_type && other(sql`c.license_type = ${license_type}`),
  loop: ({ loop }) => loop && seamCondition(loop),
  ai: ({ ai }) => ai && other(sql`c.ai = ${ai === 'yes' ? 1 : 0}`),
  orientation: ({ orientation }) => orientation && orientationCondition(orientation),
  duration: ({ duration_from, duration_to }) => mediaCondition('duration', duration_from, duration_to),
  added: ({ added_from, added_to }) => dayConditions('added', added_from, added_to),
  updated: ({ updated_from, updated_to }) => dayConditions('updated', updated_from, updated_to),
}

/** Only drafts have a time at which they are published. */
function stateCondition(state: ListedState): Condition {
  if (state === 'trashed') return { name: 'trash', where: is(sql`c.trashed_at is not null`) }
  if (state === 'scheduled') return { name: 'publish_at', where: is(sql`c.publish_at is not null`) }
  return { name: 'state', where: is(sql`c.state = ${sql.lit(state)}`) }
}

const other = (where: RawBuilder<unknown>): Condition => ({ name: 'other', where: is(where) })

/** Word for word as in the indexes `library_missing_…`, so that the planners recognise them. */
function missingCondition(db: Db, missing: Missing): Condition {
  const sqlite = engineOf(db) === 'sqlite'
  const latin = sqlite ? sql`c.title not glob '*[^ -~]*'` : sql`c.title !~ '[^ -~]'`
  const foreign = sqlite ? sql`c.title glob '*[^ -~]*'` : sql`c.title ~ '[^ -~]'`
  const lacks: Record<Missing, RawBuilder<unknown>> = {
    title_ja: sql`(c.title_ja = '' or (c.title_ja = c.title and ${latin}))`,
    title_en: sql`(c.title = '' or (c.title_ja = c.title and ${foreign}))`,
    description: sql`(c.description = '' and c.description_ja = '')`,
    keywords: sql`(c.keywords = '[]' and c.keywords_ja = '[]')`,
    ai: sql`c.ai is null`,
    category: sql`c.category = ${sql.lit(UNCATEGORISED)}`,
  }
  return { name: missing === 'category' ? 'category' : 'missing', where: is(lacks[missing]) }
}

/** The same rule as orientationOf() in the domain. */
function orientationCondition(orientation: Orientation): Condition {
  const isSquare = sql`abs(c.width - c.height) * 20 < (case when c.width > c.height then c.width else c.height end)`
  if (orientation === 'square') return other(isSquare)
  const wider = orientation === 'landscape' ? sql`c.width > c.height` : sql`c.width < c.height`
  return other(sql`${wider} and not (${isSquare})`)
}

/** The same rule as loopOf() in the domain. */
function seamCondition(loop: Loop): Condition {
  const [least, below] = SEAMS[loop]
  return other(
    sql`exists (select 1 from medias m where m.source_id = c.id and m.seam >= ${least} and m.seam < ${below})`,
  )
}

/** The same rule as resolutionOf() in the domain. */
function resolutionCondition(resolution: Resolution): Condition {
  const [longer, least] = [
    sql`case when c.width > c.height then c.width else c.height end`,
    LONG_SIDES[resolution],
  ]
  const larger = RESOLUTIONS[RESOLUTIONS.indexOf(resolution) - 1]
  return other(sql`${longer} >= ${least} ${larger ? sql`and ${longer} < ${LONG_SIDES[larger]}` : sql``}`)
}

/** A rounded column of `medias`; without an end the range is open. */
function mediaCondition(
  column: 'duration' | 'frame_rate',
  first?: number,
  last?: number,
): Condition | undefined {
  if (first === undefined && last === undefined) return undefined
  const from = (first ?? 0) - 0.5
  const to = (last ?? Number.MAX_SAFE_INTEGER) + 0.5
  const value = sql`m.${sql.ref(column)}`
  return other(
    sql`exists (select 1 from medias m where m.source_id = c.id and ${value} >= ${from} and ${value} < ${to})`,
  )
}

/** Instants begin with their day, so comparing text works. */
function dayConditions(column: 'added' | 'updated', from?: string, to?: string): Condition[] {
  const conditions: Condition[] = []
  if (from) conditions.push({ name: column, where: is(sql`c.${sql.ref(column)} >= ${from}`) })
  if (to) conditions.push({ name: column, where: is(sql`c.${sql.ref(column)} < ${`${to}U`}`) })
  return conditions
}
