import { sql } from 'kysely'
import { KEPT } from '#domain/privacy/kept.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { dropBytes } from './change-upload.ts'
import { closeBatch, silentBatches } from './close-batch.ts'
import { finishUpload } from './finish-upload.ts'
import { INGEST } from './queue-ingest.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
/** For unfinished uploads, and the bytes of failed and cancelled ones. */
const BYTES_KEPT = 7 * DAY
/** For uploads without a byte: the client never got the answer. */
const KEPT_EMPTY = DAY
const LINES_KEPT = KEPT.uploads * DAY
const AT_ONCE = 100

/** Finishes uploads whose browser or worker is gone for good, and removes unneeded bytes and rows. */
export const cleanUploads: RecurringJob = {
  kind: 'uploads.clean',
  everySeconds: MINUTE,
  async run(deps) {
    for (const batch of await silentBatches(deps.db)) await closeBatch(deps, batch)
    await finishWhole(deps)
    await failAbandoned(deps.db)
    await dropUnfinished(deps)
    await dropUseless(deps)
    await deps.db.deleteFrom('uploads').where('finished', '<', databaseTime(deps.db, LINES_KEPT)).execute()
  },
}

/** The server may have died between the last byte and the row. */
async function finishWhole(deps: Pick<Deps, 'db' | 'uploads' | 'events'>): Promise<void> {
  const rows = await sending(deps.db)
    .where('updated', '<', databaseTime(deps.db, 2 * MINUTE))
    .where('updated', '>', databaseTime(deps.db, DAY))
    .execute()
  for (const { id, bytes } of rows)
    if ((await deps.uploads.files.received(id)) === bytes) await finishUpload(deps, id)
}

/** Uploads whose job the queue has given up. */
async function failAbandoned(db: Db): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'failed', stage: '', reason: 'interrupted' })
    .set({ updated: databaseTime(db), finished: databaseTime(db) })
    .where('state', 'in', ['waiting', 'probing', 'rendering'])
    .where('closed', '=', 1)
    .where('updated', '<', databaseTime(db, 10 * MINUTE))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('finished_at', 'is', null)
            .where('unique_key', '=', sql<string>`cast(${`${INGEST}:`} as text) || uploads.id`),
        ),
      ),
    )
    .execute()
}

async function dropUnfinished(deps: Pick<Deps, 'db' | 'uploads'>): Promise<void> {
  const { db, uploads } = deps
  const empty = await sending(db)
    .where('received', '=', 0)
    .where('updated', '<', databaseTime(db, KEPT_EMPTY))
    .execute()
  const old = await sending(db).where('updated', '<', databaseTime(db, BYTES_KEPT)).execute()
  for (const { id } of [...empty, ...old]) {
    await uploads.files.remove(id)
    await db
      .updateTable('uploads')
      .set({ state: 'cancelled', held: 'none', reason: 'expired' })
      .set({ updated: databaseTime(db), finished: databaseTime(db) })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .execute()
  }
}

/** Deletes bytes of uploads that are in the library or were refused, and after a while of every ended one. */
async function dropUseless(deps: Pick<Deps, 'db' | 'uploads'>): Promise<void> {
  const { db } = deps
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('held', '=', 'upload')
    .where('finished', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', 'in', ['ready', 'refused']), eb('kind', 'in', ['video', 'image'])]),
        eb('finished', '<', databaseTime(db, BYTES_KEPT)),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  for (const { id } of rows) await dropBytes(deps, id)
}

function sending(db: Db) {
  return db.selectFrom('uploads').select(['id', 'bytes']).where('state', '=', 'sending').limit(AT_ONCE)
}
