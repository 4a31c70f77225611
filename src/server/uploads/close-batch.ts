import { databaseTime } from '#server/db/database-clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueIngest } from './queue-ingest.ts'

/** Seconds without a byte after which a batch counts as complete: with a file under way, and with whole files only. */
const SILENCE = 10 * 60
const WHOLE_SILENCE = 60

/** Files that one person drops together. Two people's batches are apart, whatever their ids are. */
export interface Batch {
  batch: string | null
  /** Null for the command line. */
  user_id: number | null
}

/** Renders the waiting files of a batch; files still being sent follow. Safe to repeat. */
export async function closeBatch(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { batch, user_id }: Batch,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable('uploads')
      .set({ closed: 1, updated: databaseTime(trx) })
      .where('batch', '=', batch)
      .where('user_id', 'is not distinct from', user_id)
      .where('closed', '=', 0)
      .returning(['id', 'state'])
      .execute()
    for (const { id } of rows.filter(({ state }) => state === 'waiting')) await queueIngest(trx, id)
  })
  events.emit('jobQueued')
}

/** Batches whose browser is gone, or was cut off before it could close them. */
export async function silentBatches(db: Db): Promise<Batch[]> {
  return db
    .selectFrom('uploads')
    .select(['batch', 'user_id'])
    .where('closed', '=', 0)
    .groupBy(['batch', 'user_id'])
    .having(({ and, or, eb, fn }) => {
      const silentFor = (seconds: number) => eb(fn.max('updated'), '<', databaseTime(db, seconds))
      const isWhole = eb(fn.countAll().filterWhere('state', '=', 'sending'), '=', 0)
      return or([silentFor(SILENCE), and([silentFor(WHOLE_SILENCE), isWhole])])
    })
    .execute()
}
