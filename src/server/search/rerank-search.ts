import type { Deps } from '#server/deps.ts'
import { refreshPopularity } from './popularity.ts'
import { rebuildIndex } from './rebuild-index.ts'
import { SYNONYMS_VERSION } from './synonyms.ts'

/**
 * Ranks every clip anew by what people did of late, and builds the search index in that order beside the one in use.
 * Readers and publishers go on meanwhile; killed, it leaves the index in use as it was. Returns the number of clips.
 */
export async function rerankSearch(
  deps: Pick<Deps, 'db' | 'now'>,
  options: Parameters<typeof rebuildIndex>[1] = {},
): Promise<number> {
  await refreshPopularity(deps)
  return rebuildIndex(deps, options)
}

/**
 * Whether every published clip can be found by every way of writing; not so after an update that changed the form of
 * the index or the synonym table, when it must be built anew.
 */
export async function isIndexComplete({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const missing = await db
    .selectFrom('medias')
    .select('source_id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source_ranks')
            .select('rank')
            .whereRef('source_ranks.source_id', '=', 'medias.source_id'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  if (missing) return false
  const made = await db
    .selectFrom('search_state')
    .select('value')
    .where('key', '=', 'synonyms')
    .executeTakeFirst()
  return made === undefined || made.value === SYNONYMS_VERSION
}
