import { databaseTime } from '#server/db/database-clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueIngest } from './queue-ingest.ts'

/** Seconds without a byte after which a batch counts as complete. */
const SILENCE = 10 * 60

/** Renders the waiting files of a batch; files still being sent follow. Safe to repeat. */
export async function closeBatch({ db, events }: Pick<Deps, 'db' | 'events'>, batch: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable('uploads')
      .set({ closed: 1, updated: databaseTime(trx) })
      .where('batch', '=', batch)
      .where('closed', '=', 0)
      .returning(['id', 'state'])
      .execute()
    for (const { id } of rows.filter(({ state }) => state === 'waiting')) await queueIngest(trx, id)
  })
  events.emit('jobQueued')
}

/** Batches that were silent for ten minutes: the browser is gone. */
export async function silentBatches(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('batch')
    .where('closed', '=', 0)
    .where('state', 'in', ['sending', 'waiting'])
    .where('batch', 'is not', null)
    .groupBy('batch')
    .having(({ fn }) => fn.max('updated'), '<', databaseTime(db, SILENCE))
    .execute()
  return rows.map(({ batch }) => batch!)
}
