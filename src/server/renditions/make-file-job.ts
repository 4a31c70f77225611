import { z } from 'zod'
import { isAppError } from '#contract/errors.ts'
import { KINDS, type MadeKind } from '#domain/clips/file-kinds.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { FILE_KIND } from '#server/downloads/take-file.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { originalKey } from '#server/media/storage-key.ts'
import type { FileOrder, MadeFile } from './make-file.ts'

const Order = z.object({ id: z.int() })
/** Runs until a store or disk that fails counts as lasting. */
const MOST_ATTEMPTS = 3
/** Whoever waits longer gets a mail. */
const MAIL_AFTER_MS = 2 * 60_000

type JobDeps = Pick<Deps, 'db' | 'storage' | 'files' | 'now' | 'log' | 'events'>

/** Makes a clip's file that somebody asked for. One at a time: each may use every core. */
export const makeFileJob: QueuedJob = {
  kind: FILE_KIND,
  atOnce: 1,
  async run(deps, payload, { signal, attempts }) {
    const { id } = Order.parse(payload)
    const order = await findOrder(deps.db, id)
    if (!order) return
    try {
      const from = await sourceOf(deps, order)
      // Most starts do not need it.
      const { makeFile } = await import('./make-file.ts')
      const made = await makeFile(deps, { ...order, from }, signal)
      if (!(await settle(deps, order, made))) await deps.storage.delete(order.storage_key)
    } catch (error) {
      const isLasting = error instanceof Refusal || (isAppError(error) && error.code === 'mediaNotFound')
      if (signal.aborted || (!isLasting && attempts < MOST_ATTEMPTS)) throw error
      deps.log.error({ err: error, clip: order.source_id, kind: order.kind }, 'file of a clip not made')
      await settle(deps, order, undefined)
    }
  },
}

/** Undefined if it is made already, or if the clip has been removed or has another film. */
async function findOrder(db: Db, id: number): Promise<FileOrder | undefined> {
  return db
    .selectFrom('renditions')
    .innerJoin('medias', (join) =>
      join
        .onRef('medias.source_id', '=', 'renditions.source_id')
        .onRef('medias.cloudpath', '=', 'renditions.cloudpath'),
    )
    .innerJoin('library', 'library.id', 'medias.source_id')
    .selectAll('renditions')
    .select('library.content_hash')
    .where('renditions.id', '=', id)
    .where('renditions.state', '=', 'making')
    .executeTakeFirst()
}

/** Key of the film or original that it is made of. */
async function sourceOf({ storage }: JobDeps, { kind, cloudpath, content_hash }: FileOrder): Promise<string> {
  const { from } = KINDS[kind]
  const original = originalKey(content_hash)
  if (from === 'film') return cloudpath
  return from === 'master' || (await storage.stat(original)) ? original : cloudpath
}

/** Ends the making; without a file it has failed. False if nobody wants the file any more. */
async function settle(
  { db, now, events }: JobDeps,
  { id, source_id, kind }: FileOrder,
  made: MadeFile | undefined,
): Promise<boolean> {
  const at = now()
  const isWanted = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('renditions')
      .set({ state: made ? 'ready' : 'failed', used: at.toISOString(), ...made })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const waits = await trx
      .deleteFrom('rendition_waits')
      .where('rendition_id', '=', id)
      .returningAll()
      .execute()
    for (const { user_id: userId, asked } of waits)
      if (at.getTime() - Date.parse(asked) > MAIL_AFTER_MS)
        await queueMail(trx, mailOf(userId, source_id, kind, made))
    return true
  })
  events.emit('jobQueued')
  return isWanted
}

const mailOf = (userId: number, clip: number, kind: MadeKind, made: MadeFile | undefined) => ({
  mail: made ? ('fileMade' as const) : ('fileFailed' as const),
  ...{ userId, clip, kind },
})
