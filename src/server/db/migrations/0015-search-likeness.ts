import { sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { createSearchTables as createFormer, indexBands } from './0014-search-bands.ts'
import { type AnyDatabase, dropSearchIndex } from './tables.ts'

/**
 * What related clips are chosen by, beside a clip's texts: hundreds of candidates are then read from one table by rank,
 * and not from three. The index is derived, and built anew by the server's first rebuild.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await dropSearchIndex(db)
  await createSearchTables(db, '')
  if (engineOf(db) === 'postgres') await indexBands(db, '')
}

/** The tables that a rebuild makes anew beside the present ones, under a suffix, and then swaps in. */
export async function createSearchTables(db: AnyDatabase, suffix: string): Promise<void> {
  await createFormer(db, suffix)
  await sql`
    alter table ${sql.id(`source_texts${suffix}`)} add column likeness text not null default ''`.execute(db)
}
