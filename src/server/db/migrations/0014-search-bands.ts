import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { createSearchTables as createFormer } from './0011-search-facets.ts'
import { type AnyDatabase, dropSearchIndex } from './tables.ts'

/** Ranks of a fresh index lie 256 apart: see search/ranks.ts. */
const FIRST_BAND = 256 * 4096
export const BANDS = 13

/**
 * Ranks that lie less far apart, which takes fewer bytes for each word of each clip; and on PostgreSQL an index for each
 * band of popularity. The index is derived, and built anew by the server's first rebuild.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await dropSearchIndex(db)
  await createSearchTables(db, '')
  if (engineOf(db) === 'sqlite') return
  await indexBands(db, '')
  await sql`drop function search_ranks(text, bigint, integer)`.execute(db)
}

/**
 * The tables that a rebuild makes anew beside the present ones, under a suffix, and then swaps in. On PostgreSQL what
 * clips are narrowed by stands beside their tokens: each further word that a GIN index looks for costs as much as the
 * first ones, whereas a match is read from the table anyway.
 */
export async function createSearchTables(db: AnyDatabase, suffix: string): Promise<void> {
  await createFormer(db, suffix)
  if (engineOf(db) === 'postgres')
    await sql`
      alter table ${sql.id(`source_search${suffix}`)}
      add column category text not null, add column orientation smallint not null,
      add column license_type smallint not null, add column seconds smallint not null`.execute(db)
}

/**
 * An index over the tokens of each band of popularity: the 4,096 most popular clips, and bands each as wide as all before
 * it. A GIN index knows no order, and reads what is common to several words at the pace of the rarest of them: of a band
 * alone that is little. Apart from the table, because indexes over full tables are built faster than such as grow.
 */
export async function indexBands(db: AnyDatabase, suffix: string): Promise<void> {
  for (let band = 0; band < BANDS; band++)
    await sql`
      create index ${sql.id(`source_search${suffix}_tokens_${band}`)} on ${sql.id(`source_search${suffix}`)}
      using gin (tokens) with (fastupdate = off) where ${within(band)}`.execute(db)
}

/** Ranks of a band. */
export function within(band: number): RawBuilder<unknown> {
  if (band === 0) return sql`rank <= ${lastOf(band)}`
  if (band === BANDS - 1) return sql`rank > ${lastOf(band - 1)}`
  return sql`rank > ${lastOf(band - 1)} and rank <= ${lastOf(band)}`
}

export const lastOf = (band: number) => sql.lit(FIRST_BAND * 2 ** band)
