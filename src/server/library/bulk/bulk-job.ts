import type { DatabaseConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { runApart } from '#server/jobs/run-apart.ts'
import { deleteClips } from './delete-clips.ts'
import { BULK_KIND, type OperationChange } from './operations.ts'
import { runOperation } from './run-operation.ts'

/** The process's task. */
export interface BulkTask {
  database: DatabaseConfig
  operation: number
}

/** From this many clips on a process does the work, so that visitors do not wait while index texts are made. */
const APART_FROM_CLIPS = 100

/** Runs all ordered operations, in order. */
export function bulkJob(database: DatabaseConfig): QueuedJob {
  return {
    kind: BULK_KIND,
    async run(deps, _, { signal }) {
      for (let next = await nextOperation(deps.db); next; next = await nextOperation(deps.db)) {
        signal.throwIfAborted()
        const { kind }: OperationChange = JSON.parse(next.change)
        if (kind === 'delete') await deleteClips(deps, next.id, signal)
        else if (next.total < APART_FROM_CLIPS) await runOperation(deps, next.id, signal)
        else
          await runApart('library/bulk/bulk-worker', { database, operation: next.id } satisfies BulkTask, {
            niceness: 10,
            signal,
          })
      }
    },
  }
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
