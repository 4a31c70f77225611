import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { SYNONYMS_VERSION } from '#server/search/text/synonyms.ts'
import { refreshPopularity } from './popularity.ts'
import { type RebuildOptions, rebuildIndex } from './rebuild-index.ts'

/**
 * Ranks every clip anew by what people did of late, and builds the search index in that order beside the one in use.
 * Readers and publishers go on meanwhile; killed, it leaves the index in use as it was. Returns the number of clips.
 */
export async function rerankSearch(
  deps: Pick<Deps, 'db' | 'now'>,
  options: RebuildOptions = {},
): Promise<number> {
  await refreshPopularity(deps)
  return rebuildIndex(deps, options)
}

/**
 * Whether every published clip can be found by every way of writing; not so after an update that changed the form of
 * the index or the synonym table, when it must be built anew.
 */
export async function isIndexComplete({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  // Every ranked clip is in the catalogue, once, so counting tells; and counting a million takes a blink.
  const [clips, ranked] = [await countOf(db, 'sources'), await countOf(db, 'source_ranks')]
  if (ranked < clips) return false
  const made = await db
    .selectFrom('search_state')
    .select('value')
    .where('key', '=', 'synonyms')
    .executeTakeFirst()
  return made === undefined || made.value === SYNONYMS_VERSION
}

async function countOf(db: Kysely<Database>, table: 'sources' | 'source_ranks'): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}
