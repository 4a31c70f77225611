import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadModule } from '#server/build/thread-module.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { deleteClips } from './delete-clips.ts'
import { BULK_KIND, type OperationChange } from './operations.ts'
import { runOperation } from './run-operation.ts'

/** The worker thread's task. */
export interface BulkTask {
  database: DatabaseConfig
  operation: number
}

/** From this many clips on a thread does the work, so that visitors do not wait while index texts are made. */
const THREAD_FROM_CLIPS = 100

/** Runs all ordered operations, in order. */
export function bulkJob(database: DatabaseConfig): QueuedJob {
  return {
    kind: BULK_KIND,
    async run(deps, _, { signal }) {
      for (let next = await nextOperation(deps.db); next; next = await nextOperation(deps.db)) {
        signal.throwIfAborted()
        const { kind }: OperationChange = JSON.parse(next.change)
        if (kind === 'delete') await deleteClips(deps, next.id, signal)
        else if (next.total < THREAD_FROM_CLIPS) await runOperation(deps, next.id, signal)
        else await runOnThread({ database, operation: next.id }, signal)
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

/** If aborted, the running batch is rolled back. */
async function runOnThread(task: BulkTask, signal: AbortSignal): Promise<void> {
  const worker = new Worker(threadModule('library/bulk/bulk-worker'), { workerData: task })
  try {
    await once(worker, 'message', { signal })
  } finally {
    await worker.terminate()
  }
}
