import { invalidate } from '#server/cache-invalidation.ts'
import { beginsWith } from '#server/db/begins-with.ts'
import { inParts, ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { queryKey } from './query-key.ts'

/** A row of `search_choices`. */
export interface CountedChoice {
  query_key: string
  source_id: number
  weight: number
  people: number
}

/** The clips that people chose after this search: weights (0 to 1) by source id. */
export async function choicesFor(db: Db, text: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('search_choices')
    .select(['source_id', 'weight'])
    .where('query_key', '=', queryKey(text))
    .execute()
  return new Map(rows.map(({ source_id, weight }) => [source_id, weight]))
}

/** Searches with this beginning after which people chose clips, by the number of people. */
export async function chosenQueries(db: Db, prefix: string, limit: number): Promise<string[]> {
  const start = queryKey(prefix)
  if (start === '') return []
  const rows = await db
    .selectFrom('search_choices')
    .select('query_key')
    .where(beginsWith('query_key', start))
    .groupBy('query_key')
    .orderBy(({ fn }) => fn.sum('people'), 'desc')
    .orderBy('query_key')
    .limit(limit)
    .execute()
  return rows.map(({ query_key }) => query_key)
}

/** How many people chose a clip after each of these searches; zeros are left out. */
export async function choosersOf(db: Db, texts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (texts.length === 0) return new Map()
  const textsByKey = Map.groupBy(texts, queryKey)
  const rows = await db
    .selectFrom('search_choices')
    .select(['query_key', ({ fn }) => fn.sum<number>('people').as('people')])
    .where('query_key', 'in', [...textsByKey.keys()])
    .groupBy('query_key')
    .execute()
  return new Map(
    rows.flatMap(({ query_key, people }) => textsByKey.get(query_key)!.map((text) => [text, Number(people)])),
  )
}

/** Replaces all choices by these, in one transaction. Returns their number, without deleted clips. */
export async function replaceChoices(db: Db, choices: readonly CountedChoice[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ids = new Set(choices.map(({ source_id }) => source_id))
    const clips = trx
      .selectFrom('sources')
      .select('id')
      .where(oneOf(trx, 'id', [...ids]))
    const existing = new Set((await clips.execute()).map(({ id }) => id))
    const rows = choices.filter(({ source_id }) => existing.has(source_id))
    const { numDeletedRows } = await trx.deleteFrom('search_choices').executeTakeFirstOrThrow()
    for (const part of inParts(rows, ROWS_AT_ONCE))
      await trx.insertInto('search_choices').values(part).execute()
    if (rows.length > 0 || numDeletedRows > 0n) await invalidate(trx, ['clips'])
    return rows.length
  })
}
