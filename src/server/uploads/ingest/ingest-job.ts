import { mkdir, rm } from 'node:fs/promises'
import { isAppError } from '#contract/errors.ts'
import { isFootage } from '#domain/studio/uploads/upload-kinds.ts'
import type { UploadReason } from '#domain/studio/uploads/upload-states.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import { isDatabaseAway, isDiskFull } from '#server/db/database-error.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import type { QueuedContext, QueuedJob } from '#server/jobs/job.ts'
import { dropBytes } from '../change-upload.ts'
import { INGEST, type IngestPayload } from '../queue-ingest.ts'
import { checkCompanion } from './check-sheet.ts'
import { Damaged } from './fetch-footage.ts'
import { ingestFootage } from './ingest-footage.ts'
import { NoLongerWanted, type UploadRow, UploadRun } from './upload-run.ts'

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
  const { attempts, signal } = context
  const run = new UploadRun(deps, row, signal)
  const { folder } = run
  try {
    if (attempts > MOST_ATTEMPTS) throw new Error(`its worker died ${attempts - 1} times`)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await (isFootage(row.kind) ? ingestFootage(deps, run) : checkCompanion(deps, run))
    await dropFootage(deps, row)
  } catch (error) {
    await settleFailure(deps, run, { error, isInterrupted: signal.aborted })
  } finally {
    run.close()
    await rm(folder, { recursive: true, force: true })
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

/** @throws errors that the queue should retry */
async function settleFailure(
  deps: Deps,
  run: UploadRun,
  { error, isInterrupted }: { error: unknown; isInterrupted: boolean },
): Promise<void> {
  if (error instanceof NoLongerWanted || run.isUnwanted) return
  if (isInterrupted || isPassing(error)) {
    await run.release().catch(() => {})
    throw error
  }
  if (error instanceof Refusal) {
    await run.end('refused', { reason: error.code, text: error.message })
    return dropFootage(deps, run.row)
  }
  deps.log.error({ err: error, upload: run.row.id }, 'upload not ingested')
  // Its text may be a library's, with addresses and paths; it is in the log.
  await run.end('failed', { reason: reasonOf(error) })
}

/** Sheets and sidecars stay for the media of their batch. */
async function dropFootage(deps: Deps, { id, kind, held }: UploadRow): Promise<void> {
  if (isFootage(kind) && held === 'upload') await dropBytes(deps, id)
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
