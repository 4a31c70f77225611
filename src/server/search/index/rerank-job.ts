import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadModule } from '#server/build/thread-module.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { isIndexComplete, rerankSearch } from './rerank-search.ts'
import { countClips, WORTH_A_THREAD } from './worth-a-thread.ts'

/**
 * Ranks all clips anew once an hour; at once where the index lacks clips, as after an update that changed its form,
 * when search would otherwise find less than there is, or nothing. A large catalogue is ranked on a thread beside, so
 * that visitors are answered meanwhile.
 */
export function rerankJob(database: DatabaseConfig): RecurringJob {
  return {
    kind: 'search.rerank',
    everySeconds: 60 * 60,
    async isOverdue(deps) {
      if (await isIndexComplete(deps)) return false
      deps.log.warn(
        'the search index lacks clips and is built anew; until then search finds less than there is',
      )
      return true
    },
    async run(deps, { signal }) {
      const few = (await countClips(deps.db)) < WORTH_A_THREAD
      const clips = few
        ? await rerankSearch(deps, { onProgress: () => signal.throwIfAborted() })
        : await onThread(database, signal)
      deps.log.info({ clips }, 'clips ranked anew')
      return { clips }
    },
  }
}

/** Ended half-way, it leaves the index in use as it is. */
async function onThread(database: DatabaseConfig, signal: AbortSignal): Promise<number> {
  const worker = new Worker(threadModule('search/index/rerank-worker'), { workerData: database })
  try {
    const [clips] = await once(worker, 'message', { signal })
    return clips
  } finally {
    await worker.terminate()
  }
}
