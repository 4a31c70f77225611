import { sql } from 'kysely'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { dropBytes } from './change-upload.ts'
import { closeBatch, silentBatches } from './close-batch.ts'
import { finishUpload } from './finish-upload.ts'
import { INGEST } from './queue-ingest.ts'
import { takeLease } from './upload-lease.ts'

type Needed = Pick<Deps, 'db' | 'uploads' | 'events' | 'log'>

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
/** For unfinished uploads, and the bytes of failed and cancelled ones. */
const BYTES_KEPT = 7 * DAY
/** For uploads without a byte: the client never got the answer. */
const KEPT_EMPTY = DAY
const LINES_KEPT = RETENTION_DAYS.uploads * DAY
const AT_ONCE = 100

/** Finishes uploads whose browser or worker is gone for good, and removes unneeded bytes and rows. */
export const cleanUploads: RecurringJob = {
  kind: 'uploads.clean',
  everySeconds: 20,
  async run(deps, { signal }) {
    const batches = await silentBatches(deps.db)
    await eachRow(deps, batches, (batch) => closeBatch(deps, batch))
    await finishWhole(deps, signal)
    await failAbandoned(deps.db)
    await dropUnfinished(deps)
    await dropUseless(deps)
    await deps.db.deleteFrom('uploads').where('finished', '<', databaseTime(deps.db, LINES_KEPT)).execute()
  },
}

/** Each row by itself: one that fails again and again must not stop the others. */
async function eachRow<Row extends object>(
  { log }: Pick<Deps, 'log'>,
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows) await act(row).catch((err) => log.warn({ err, row }, 'upload not cleaned up'))
}

/** The server may have died between the last byte and the check, and the client, too. */
async function finishWhole(deps: Needed, signal: AbortSignal): Promise<void> {
  const { db } = deps
  const rows = await sending(db)
    .whereRef('received', '=', 'bytes')
    .where('updated', '<', databaseTime(db, 2 * MINUTE))
    .execute()
  await eachRow(deps, rows, async ({ id }) => {
    signal.throwIfAborted()
    const lease = await takeLease(deps, id, { signal })
    await (lease.isWhole ? finishUpload(deps, lease, signal) : lease.release())
  })
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

async function dropUnfinished(deps: Needed): Promise<void> {
  const { db } = deps
  const empty = await sending(db)
    .where('received', '=', 0)
    .where('updated', '<', databaseTime(db, KEPT_EMPTY))
    .execute()
  const old = await sending(db).where('updated', '<', databaseTime(db, BYTES_KEPT)).execute()
  await eachRow(deps, [...empty, ...old], async ({ id }) => {
    const { numUpdatedRows } = await db
      .updateTable('uploads')
      .set({ state: 'cancelled', reason: 'expired' })
      .set({ updated: databaseTime(db), finished: databaseTime(db) })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .executeTakeFirst()
    // Its last bytes may have come in the meantime.
    if (numUpdatedRows > 0n) await dropBytes(deps, id)
  })
}

/** Deletes bytes of uploads that are in the library or were refused, and after a while of every ended one. */
async function dropUseless(deps: Needed): Promise<void> {
  const { db } = deps
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('held', '=', 'upload')
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', 'in', ['ready', 'refused']), eb('kind', 'in', ['video', 'image'])]),
        eb('finished', '<', databaseTime(db, BYTES_KEPT)),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  await eachRow(deps, rows, ({ id }) => dropBytes(deps, id))
}

/** In any order, so that rows that fail do not keep others back for ever. */
function sending(db: Db) {
  return db
    .selectFrom('uploads')
    .select('id')
    .where('state', '=', 'sending')
    .orderBy(sql`random()`)
    .limit(AT_ONCE)
}

/** Removes bytes whose upload is over or gone: a store that refused, or a server that was killed, left them. */
export async function sweepUploads({
  db,
  uploads,
  log,
}: Pick<Deps, 'db' | 'uploads' | 'log'>): Promise<void> {
  const ids = new Set<string>()
  for await (const id of uploads.files.ids()) ids.add(id)
  await eachRow(
    { log },
    [...ids].map((id) => ({ id })),
    async ({ id }) => {
      const row = await db.selectFrom('uploads').select('held').where('id', '=', id).executeTakeFirst()
      if (row?.held !== 'upload') await uploads.files.remove(id)
    },
  )
}
