import { databaseTime } from '#server/db/database-clock.ts'
import type { Deps } from '#server/deps.ts'
import { queueIngest } from './queue-ingest.ts'

/** All bytes have arrived: the upload waits for the end of its batch, or for a worker. Safe to repeat. */
export async function finishUpload({ db, events }: Pick<Deps, 'db' | 'events'>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('uploads')
      .set(({ ref }) => ({ state: 'waiting', received: ref('bytes'), updated: databaseTime(trx) }))
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .returning(['closed'])
      .executeTakeFirst()
    if (row?.closed) await queueIngest(trx, id)
  })
  events.emit('jobQueued')
}

/** Notes how much has arrived. False if the upload is no longer wanted. */
export async function noteReceived({ db }: Pick<Deps, 'db'>, id: string, received: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received, updated: databaseTime(db) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
