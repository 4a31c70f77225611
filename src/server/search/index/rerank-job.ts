import type { Logger } from 'pino'
import { lastTimeAt } from '#domain/dates/last-time.ts'
import { runApart } from '#server/build/run-apart.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { indexVersion } from '#server/search/text/synonyms.ts'
import { changedPopularities, readRanking, refreshPopularity } from './popularity.ts'
import { type RebuildOptions, rebuildIndex } from './rebuild-index.ts'
import { reindexAround } from './reindex-sources.ts'

export interface RerankTask {
  database: DatabaseConfig
  scope: 'all' | 'changed'
}

/** Full ranking: once a night, in the first run after this hour, local time. */
const NIGHT = '03:00'
/** Smaller libraries are ranked inline, in about a second; a process would add a third of a second. */
const APART_FROM_CLIPS = 5_000
/** Clips per inline batch: some 40 ms, at worst 140 (two busy cores), during which visitors wait. */
const INLINE_BATCH = 200

/** Ranks clips with new events every hour, and all clips every night or when the index lacks some. */
export function rerankJob(database: DatabaseConfig): RecurringJob {
  return {
    kind: 'search.rerank',
    everySeconds: 60 * 60,
    async isOverdue(deps) {
      if (await isIndexComplete(deps)) return false
      deps.log.warn('the search index lacks clips and is rebuilt; until then search finds fewer clips')
      return true
    },
    async run(deps, { signal }) {
      const scope = (await isFullRankingDue(deps)) ? 'all' : 'changed'
      const isLarge = (await countRows(deps.db, 'sources')) >= APART_FROM_CLIPS
      const clips = await (isLarge
        ? rankApart({ database, scope }, signal)
        : rankInline(deps, { scope, signal }))
      deps.log.info({ clips, scope }, 'clips ranked')
      return { clips }
    },
  }
}

async function isFullRankingDue(deps: Deps): Promise<boolean> {
  const ranking = await readRanking(deps.db)
  if (!ranking || new Date(ranking.at) < lastNight(deps.now())) return true
  return !(await isIndexComplete(deps))
}

/** The last time the clock showed NIGHT. */
export function lastNight(now: Date): Date {
  return lastTimeAt(NIGHT, now)
}

function rankInline(
  deps: Deps,
  { scope, signal }: { scope: RerankTask['scope']; signal: AbortSignal },
): Promise<number> {
  if (scope === 'changed') return rerankChanged(deps, signal)
  const onUnreadable = unreadableClip(deps.log)
  return rerankSearch(deps, { batch: INLINE_BATCH, onUnreadable, onProgress: () => signal.throwIfAborted() })
}

/** Logs a clip that the index has without its texts. */
export const unreadableClip =
  (log: Logger): RebuildOptions['onUnreadable'] =>
  (id, err) =>
    log.error({ err, id }, 'the texts of a clip are unreadable, search finds it by its filters only')

/** At the lowest priority, since nobody waits. If aborted, the index in use stays as it is. */
export const rankApart = (task: RerankTask, signal: AbortSignal) =>
  runApart<number>('search/index/rerank-worker', task, { niceness: 19, signal })

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

async function countRows(db: Db, table: 'sources' | 'source_ranks'): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}
