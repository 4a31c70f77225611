import { runApart } from '#server/build/run-apart.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { deleteClips } from './delete-clips.ts'
import { finishOperation } from './finish-operation.ts'
import { refuseRest } from './operation-row.ts'
import { BULK_KIND, type OperationChange } from './operations.ts'
import { runOperation } from './run-operation.ts'

/** The process's task. */
export interface BulkTask {
  database: DatabaseConfig
  operation: number
}

/** From this many clips on a process does the work, so that visitors do not wait while index texts are made. */
const APART_FROM_CLIPS = 100

/** Over four minutes, for which later operations wait. */
const MOST_TRIES = 6

/** Runs all ordered operations, in order. One that fails again and again is given up, and the next begins. */
export function bulkJob(database: DatabaseConfig): QueuedJob {
  return {
    kind: BULK_KIND,
    async run(deps, _, { signal }) {
      for (let next = await nextOperation(deps.db); next; next = await nextOperation(deps.db)) {
        try {
          await runNext(deps, { ...next, database, signal })
        } catch (error) {
          if (signal.aborted || !(await isGivenUp(deps, next.id, error))) throw error
          deps.log.error({ err: error, operation: next.id }, 'bulk operation given up')
        }
      }
    },
  }
}

interface Next {
  id: number
  change: string
  total: number
  database: DatabaseConfig
  signal: AbortSignal
}

async function runNext(deps: Deps, { id, change, total, database, signal }: Next): Promise<void> {
  const { kind }: OperationChange = JSON.parse(change)
  if (kind === 'delete') return deleteClips(deps, id, signal)
  if (total < APART_FROM_CLIPS) return runOperation(deps, id, signal)
  const task: BulkTask = { database, operation: id }
  await runApart('library/bulk/bulk-worker', task, { niceness: 10, signal })
}

/** Whether an operation that failed as a whole has done so too often. Before that the queue repeats it, in order. */
async function isGivenUp(deps: Deps, id: number, error: unknown): Promise<boolean> {
  const { db } = deps
  const { tries } = await db
    .updateTable('bulk_operations')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow()
  if (tries < MOST_TRIES) return false
  await refuseRest(db, id, 'failed', error)
  await finishOperation(deps, id)
  return true
}

function nextOperation(db: Db) {
  return db
    .selectFrom('bulk_operations')
    .select(['id', 'change', 'total'])
    .where('finished', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
