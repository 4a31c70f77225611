import { invalidate } from '#server/cache-invalidation.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import { indexVersion } from '#server/search/text/synonyms.ts'
import { changedPopularities, readRanking, refreshPopularity } from './popularity.ts'
import { type RebuildOptions, rebuildIndex } from './rebuild-index.ts'
import { reindexAround } from './reindex-sources.ts'

/** Ranks every clip and rebuilds the index in that order. Returns the number of clips. */
export async function rerankSearch(
  deps: Pick<Deps, 'db' | 'now'>,
  options: RebuildOptions = {},
): Promise<number> {
  await refreshPopularity(deps)
  return rebuildIndex(deps, options)
}

/** Ranks clips with new events, each in a short transaction. Returns how many; 0 before the first full ranking. */
export async function rerankChanged(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const ranking = await readRanking(db)
  const clips = ranking ? await changedPopularities(db, ranking) : []
  const failed = await eachAlone({ log }, clips, { what: 'clip', signal }, async ({ id, popularity }) => {
    await db
      .transaction()
      .execute((trx) =>
        reindexAround(trx, [id], () =>
          trx.updateTable('library').set({ popularity }).where('id', '=', id).execute(),
        ),
      )
    await new Promise(setImmediate)
  })
  if (clips.length > 0) await db.transaction().execute((trx) => invalidate(trx, ['clips']))
  throwFailed('clip', failed)
  return clips.length
}

/** False after an update that changed the index's format or the synonym table: then it must be rebuilt. */
export async function isIndexComplete({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  // Every ranked clip is in the catalogue, once, so comparing counts is enough; counting a million is fast.
  const [clips, ranked] = [await countRows(db, 'sources'), await countRows(db, 'source_ranks')]
  if (ranked < clips) return false
  const made = await db
    .selectFrom('search_state')
    .select('value')
    .where('key', '=', 'synonyms')
    .executeTakeFirst()
  return made === undefined || made.value === indexVersion()
}

export async function countRows(db: Db, table: 'sources' | 'source_ranks'): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}
