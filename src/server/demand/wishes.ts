import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Wish, WishChange, Wishes, WishInput } from '#contract/studio/search/demand.ts'
import type { Person } from '#domain/membership/membership.ts'
import { KEPT_DAYS } from '#domain/studio/demand/periods.ts'
import { audit } from '#server/audit.ts'
import type { CsvValue } from '#server/csv-lines.ts'
import { inParts } from '#server/db/in-parts.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database, Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queryKey } from '#server/search/choices/query-key.ts'
import { namesOf } from './list-clip-figures.ts'

const MOST_SHOWN = 200

type WishDeps = Pick<Deps, 'db' | 'now'>

/** The wish list, last changed first. */
export async function listWishes({ db }: WishDeps): Promise<Wishes> {
  const rows = await db
    .selectFrom('wishes')
    .selectAll()
    .orderBy('updated', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN + 1)
    .execute()
  return { wishes: await viewWishes(db, rows.slice(0, MOST_SHOWN)), more: rows.length > MOST_SHOWN }
}

/** The whole wish list for a sheet. */
export async function* wishRows({ db }: Pick<Deps, 'db'>): AsyncGenerator<CsvValue[][]> {
  const rows = await db
    .selectFrom('wishes')
    .selectAll()
    .orderBy('updated', 'desc')
    .orderBy('id', 'desc')
    .execute()
  for (const part of inParts(rows, MOST_SHOWN))
    yield (await viewWishes(db, part)).map(({ text, status, note, visitors, stock, clips, created }) => [
      ...[text, status, note, visitors, stock ?? '', clips.map(({ id }) => id).join(' '), created],
    ])
}

/** Adds a wish. An existing one for the same text stays as it is. */
export async function addWish(
  { db, now }: WishDeps,
  person: Pick<Person, 'id'>,
  { text, note }: WishInput,
): Promise<Wish> {
  const at = now().toISOString()
  const key = queryKey(text)
  if (key === '') throw new AppError('badRequest', 'text: must not be empty')
  return db.transaction().execute(async (trx) => {
    const values = { text: key, note, status: 'wanted' as const, created: at, updated: at }
    const added = await trx
      .insertInto('wishes')
      .values({ ...values, created_by: person.id })
      .onConflict((conflict) => conflict.column('text').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added)
      await audit(trx, {
        ...{ actor: person, action: 'wish.add', userId: null, at: now() },
        detail: { wish: added.id, after: { text: key, note } },
      })
    return viewed(trx, await trx.selectFrom('wishes').selectAll().where('text', '=', key).execute())
  })
}

/** Changes note, status or the clips that fill a wish. @throws AppError('notFound'), 'badClips' for clips that do not exist */
export async function changeWish(
  { db, now }: WishDeps,
  person: Pick<Person, 'id'>,
  { id, clips, ...change }: { id: number } & WishChange,
): Promise<Wish> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const before = await wishOf(trx, id)
    const linked = clips && (await linkClips(trx, { id, clips, at: at.toISOString() }))
    const row = await trx
      .updateTable('wishes')
      .set({ ...change, updated: at.toISOString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const after = { ...change, ...(linked && { clips }) }
    const was = { ...changedOf(before, change), ...(linked && { clips: linked }) }
    await audit(trx, {
      ...{ actor: person, action: 'wish.edit', userId: null, at },
      detail: { wish: id, text: before.text, before: was, after },
    })
    return viewed(trx, [row])
  })
}

/** Takes a wish off the list; it is no error if it is gone already. */
export async function removeWish(
  { db, now }: WishDeps,
  person: Pick<Person, 'id'>,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('wishes')
      .where('id', '=', id)
      .returning(['text', 'note', 'status'])
      .executeTakeFirst()
    if (gone)
      await audit(trx, {
        ...{ actor: person, action: 'wish.remove', userId: null, at: now() },
        detail: { wish: id, before: gone },
      })
  })
}

async function wishOf(trx: Trx, id: number) {
  const wish = await trx.selectFrom('wishes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!wish) throw new AppError('notFound', `there is no wish ${id}`)
  return wish
}

function changedOf<Row extends object>(row: Row, change: object): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in change)) as Partial<Row>
}

/** Replaces a wish's clips and returns the former ones; a clip that stays keeps its time. */
async function linkClips(
  trx: Trx,
  { id, clips, at }: { id: number; clips: readonly number[]; at: string },
): Promise<number[]> {
  const wanted = [...new Set(clips)]
  const known = await trx
    .selectFrom('library')
    .select('id')
    .where(oneOf(trx, 'id', wanted))
    .execute()
  const before = await trx
    .selectFrom('wish_clips')
    .select('source_id')
    .where('wish_id', '=', id)
    .orderBy('source_id')
    .execute()
  const linked = before.map(({ source_id }) => source_id)
  const missing = wanted.filter((clip) => !linked.includes(clip) && !known.some((row) => row.id === clip))
  if (missing.length > 0) throw new AppError('badClips', `there is no clip ${missing.join(', ')}`)
  await trx
    .deleteFrom('wish_clips')
    .where('wish_id', '=', id)
    .where(({ not }) => not(oneOf(trx, 'source_id', wanted)))
    .execute()
  const added = wanted.filter((clip) => !linked.includes(clip))
  if (added.length > 0)
    await trx
      .insertInto('wish_clips')
      .values(added.map((source_id) => ({ wish_id: id, source_id, linked: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return linked
}

async function viewed(trx: Trx, rows: Parameters<typeof viewWishes>[1]): Promise<Wish> {
  const [wish] = await viewWishes(trx, rows)
  return wish!
}

/** Searches of a wish are counted over this many days. */
const SEARCHED_DAYS = 90
const NOTHING = { views: 0, previews: 0, likes: 0, downloads: 0 }

/** Wishes with how often they are searched, how many clips match, and the figures of the clips that fill them. */
async function viewWishes(db: Db, rows: readonly Selectable<Database['wishes']>[]): Promise<Wish[]> {
  if (rows.length === 0) return []
  const searches = await searchesOf(
    db,
    rows.map(({ text }) => text),
  )
  const clips = await clipsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ created_by: _, ...wish }) => ({
    ...wish,
    ...{ visitors: 0, stock: null, stock_at_least: false },
    ...searches.get(wish.text),
    clips: clips.get(wish.id) ?? [],
  }))
}

async function searchesOf(db: Db, texts: readonly string[]) {
  const rows = await db
    .selectFrom('demand_searches')
    .leftJoin('demand_figures', (join) =>
      join
        .onRef('demand_figures.text', '=', 'demand_searches.text')
        .on('days', '=', SEARCHED_DAYS)
        .on('locale', '=', ''),
    )
    .select(['demand_searches.text', 'stock', 'stock_at_least', 'visitors'])
    .where('demand_searches.text', 'in', texts)
    .execute()
  return new Map(
    rows.map(({ text, stock, stock_at_least, visitors }) => [
      text,
      { stock, stock_at_least: stock_at_least === 1, visitors: visitors ?? 0 },
    ]),
  )
}

async function clipsOf(db: Db, wishes: readonly number[]): Promise<Map<number, Wish['clips']>> {
  const linked = await db
    .selectFrom('wish_clips')
    .leftJoin('clip_figures', (join) =>
      join.onRef('clip_figures.source_id', '=', 'wish_clips.source_id').on('days', '=', KEPT_DAYS),
    )
    .select(['wish_id', 'wish_clips.source_id', 'linked', 'views', 'previews', 'likes', 'downloads'])
    .where(oneOf(db, 'wish_id', wishes))
    .orderBy('linked')
    .orderBy('wish_clips.source_id')
    .execute()
  const names = await namesOf(
    db,
    linked.map(({ source_id }) => source_id),
  )
  const clips = new Map<number, Wish['clips']>()
  for (const { wish_id, source_id, linked: at, views, previews, likes, downloads } of linked) {
    const clip = names.get(source_id)
    if (!clip) continue
    const counts =
      views === null ? NOTHING : { views, previews: previews!, likes: likes!, downloads: downloads! }
    clips.set(wish_id, [...(clips.get(wish_id) ?? []), { ...clip, ...counts, linked: at }])
  }
  return clips
}
