import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAppError } from '#contract/errors.ts'
import { isFootage } from '#domain/studio/upload-kinds.ts'
import type { UploadReason } from '#domain/studio/upload-states.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import { isDatabaseAway, isDiskFull } from '#server/db/database-error.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import type { QueuedContext, QueuedJob } from '#server/jobs/job.ts'
import { dropBytes } from '../change-upload.ts'
import { INGEST, type IngestPayload } from '../queue-ingest.ts'
import { checkCompanion } from './check-sheet.ts'
import { ingestFootage } from './ingest-footage.ts'
import { Damaged, type UploadRow } from './lay-out.ts'
import { NoLongerWanted, UploadRun } from './upload-run.ts'

/** A file that kills its worker this often is not retried automatically. */
const MOST_ATTEMPTS = 4

/** Makes clips of uploads. Only workers run it. */
export const ingestJob: QueuedJob = {
  kind: INGEST,
  run: (deps, payload, context) => ingestUpload(deps, (payload as IngestPayload).upload, context),
}

async function ingestUpload(deps: Deps, id: string, context: QueuedContext): Promise<void> {
  const row = await take(deps.db, id)
  if (!row) return
  const { attempts } = context
  const run = new UploadRun(deps, id)
  const signal = AbortSignal.any([context.signal, run.signal])
  const root = join(deps.uploads.work, `upload-${id}`)
  try {
    if (attempts > MOST_ATTEMPTS) throw new Error(`its worker died ${attempts - 1} times`)
    const work = { row, run, root, signal }
    await (isFootage(row.kind) ? ingestFootage(deps, work) : checkCompanion(deps, work))
    if (isFootage(row.kind) && row.held === 'upload') await dropBytes(deps, id)
  } catch (error) {
    await settleFailure(deps, { row, run, error, interrupted: context.signal })
  } finally {
    run.close()
    await rm(root, { recursive: true, force: true })
  }
}

/** Undefined if it has ended or is gone. Also takes over a killed worker's upload. */
async function take(db: Db, id: string): Promise<UploadRow | undefined> {
  return db
    .updateTable('uploads')
    .set({ state: 'probing', stage: 'reading', ratio: 0, updated: databaseTime(db) })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'probing', 'rendering'])
    .returningAll()
    .executeTakeFirst()
}

interface Failure {
  row: UploadRow
  run: UploadRun
  error: unknown
  interrupted: AbortSignal
}

/** @throws errors that the queue should retry */
async function settleFailure(deps: Deps, { row, run, error, interrupted }: Failure): Promise<void> {
  if (error instanceof NoLongerWanted || run.signal.aborted) return
  if (interrupted.aborted || isPassing(error)) {
    await run.release().catch(() => {})
    throw error
  }
  if (error instanceof Refusal) {
    await run.end('refused', { reason: error.code, text: error.message })
    if (isFootage(row.kind) && row.held === 'upload') await dropBytes(deps, row.id)
    return
  }
  deps.log.error({ err: error, upload: row.id }, 'upload not ingested')
  // Its text may be a library's, with addresses and paths; it is in the log.
  await run.end('failed', { reason: reasonOf(error) })
}

/** Whether the failure will pass by itself. */
const isPassing = (error: unknown) =>
  isDatabaseAway(error) || (isAppError(error) && error.code === 'unavailable')

function reasonOf(error: unknown): UploadReason {
  const code = isAppError(error) ? error.code : (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'storageFull' || isDiskFull(error)) return 'storageFull'
  if (error instanceof Damaged) return 'damaged'
  if (code === 'mediaNotFound') return 'clipGone'
  if (code === 'ENOENT') return 'expired'
  return 'unexpected'
}
