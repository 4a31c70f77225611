import { AppError } from '#contract/errors.ts'
import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import type { Person } from '#domain/membership/membership.ts'
import { isUnderWay, mayChange, mayRetry, UPLOAD_STATES } from '#domain/studio/uploads/upload-states.ts'
import { audit } from '#server/audit.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueIngest } from './queue-ingest.ts'
import { findLine } from './upload-lines.ts'

type Needed = Pick<Deps, 'db' | 'uploads' | 'events' | 'now' | 'log'>

/**
 * Stops an upload in any state; its worker notices within a second. @throws AppError('forbidden' | 'uploadNotFound' |
 * 'uploadOver')
 */
export async function cancelUpload(deps: Needed, editor: Person, id: string): Promise<UploadLine> {
  const before = await ownLine(deps.db, editor, id)
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('uploads')
      .set({ state: 'cancelled', stage: '', updated: databaseTime(trx), finished: databaseTime(trx) })
      .where('id', '=', id)
      .where('state', 'in', UPLOAD_STATES.filter(isUnderWay))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('uploadOver')
    await record(trx, deps, { action: 'upload.cancel', editor, line: before })
  })
  // A partial file cannot be retried.
  if (before.state === 'sending') await dropBytes(deps, id)
  return findLine(deps.db, id)
}

/**
 * Queues the upload for a worker again. @throws AppError('forbidden' | 'uploadNotFound'), 'uploadOver' if its state
 * does not allow it or its bytes are gone
 */
export async function retryUpload(deps: Needed, editor: Person, id: string): Promise<UploadLine> {
  const before = await ownLine(deps.db, editor, id)
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('uploads')
      .set({
        state: 'waiting',
        closed: 1,
        ratio: 0,
        stage: '',
        reason: null,
        reason_text: '',
        finished: null,
      })
      .set({ updated: databaseTime(trx) })
      .where('id', '=', id)
      .where('state', 'in', UPLOAD_STATES.filter(mayRetry))
      .where('held', '<>', 'none')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('uploadOver')
    await queueIngest(trx, id)
    await record(trx, deps, { action: 'upload.retry', editor, line: before })
  })
  deps.events.emit('jobQueued')
  return findLine(deps.db, id)
}

/** Removes an upload and its bytes; its clip stays. @throws AppError('forbidden' | 'uploadNotFound') */
export async function removeUpload(deps: Needed, editor: Person, id: string): Promise<void> {
  const before = await ownLine(deps.db, editor, id)
  await deps.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('uploads').where('id', '=', id).execute()
    await record(trx, deps, { action: 'upload.remove', editor, line: before })
  })
  await removeBytes(deps, id)
}

/** An upload that the editor may change. */
async function ownLine(db: Db, editor: Person, id: string): Promise<UploadLine> {
  const line = await findLine(db, id)
  if (!mayChange(editor, line)) throw new AppError('forbidden', 'only its sender and the admin may do this')
  return line
}

/** Gives up an upload's bytes. */
export async function dropBytes(deps: Pick<Deps, 'db' | 'uploads' | 'log'>, id: string): Promise<void> {
  const { db } = deps
  await db
    .updateTable('uploads')
    .set({ held: 'none', updated: databaseTime(db) })
    .where('id', '=', id)
    .execute()
  await removeBytes(deps, id)
}

/** Where the disk or the bucket refuses, the sweep of orphans removes them later. */
async function removeBytes({ uploads, log }: Pick<Deps, 'uploads' | 'log'>, id: string): Promise<void> {
  await uploads.files
    .remove(id)
    .catch((err) => log.warn({ err, upload: id }, 'bytes of an upload not removed'))
}

function record(
  trx: Trx,
  { now }: Pick<Deps, 'now'>,
  { action, editor, line }: { action: string; editor: Person; line: UploadLine },
): Promise<void> {
  const { id, file_name: file, state, clip } = line
  const detail = { upload: id, file, before: { state }, ...(clip !== null && { source: clip }) }
  return audit(trx, { actor: editor, action, userId: null, detail, at: now() })
}
