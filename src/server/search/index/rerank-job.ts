import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadModule } from '#server/build/thread-module.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { readRanking } from './popularity.ts'
import { isIndexComplete } from './rerank-search.ts'

/** What the worker thread does. */
export interface RerankTask {
  database: DatabaseConfig
  scope: 'all' | 'changed'
}

/** All clips are ranked once a night, in the first run after this hour of the server's own time. */
const NIGHT_HOUR = 3

/**
 * Every hour ranks the clips that people did something with, and once a night all of them. Ranks all at once if the
 * index lacks clips, as after an update that changed its form. Runs on a worker thread, so that visitors are answered
 * meanwhile.
 */
export function rerankJob(database: DatabaseConfig): RecurringJob {
  return {
    kind: 'search.rerank',
    everySeconds: 60 * 60,
    async isOverdue(deps) {
      if (await isIndexComplete(deps)) return false
      deps.log.warn('the search index lacks clips and is rebuilt; until then search finds fewer clips')
      return true
    },
    async run(deps, { signal }) {
      const scope = (await isFullRankingDue(deps)) ? 'all' : 'changed'
      const clips = await onThread({ database, scope }, signal)
      deps.log.info({ clips, scope }, 'clips ranked')
      return { clips }
    },
  }
}

async function isFullRankingDue(deps: Deps): Promise<boolean> {
  const ranking = await readRanking(deps.db)
  if (!ranking || new Date(ranking.at) < lastNight(deps.now())) return true
  return !(await isIndexComplete(deps))
}

/** The last time that the clock showed NIGHT_HOUR, in the server's own time zone. */
export function lastNight(now: Date): Date {
  const night = new Date(now)
  night.setHours(NIGHT_HOUR, 0, 0, 0)
  if (night > now) night.setDate(night.getDate() - 1)
  return night
}

/** If it is ended half-way, the index in use stays as it is. */
async function onThread(task: RerankTask, signal: AbortSignal): Promise<number> {
  const worker = new Worker(threadModule('search/index/rerank-worker'), { workerData: task })
  try {
    const [clips] = await once(worker, 'message', { signal })
    return clips
  } finally {
    await worker.terminate()
  }
}
