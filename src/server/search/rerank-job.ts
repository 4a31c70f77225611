import type { RecurringJob } from '#server/jobs/recurring-job.ts'
import { isIndexComplete, rerankSearch } from './rerank-search.ts'

/**
 * Ranks all clips anew once an hour; at once where the index lacks clips, as after an update that changed its form,
 * when search would otherwise find less than there is, or nothing.
 */
export const rerankJob: RecurringJob = {
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
    const clips = await rerankSearch(deps, { onProgress: () => signal.throwIfAborted() })
    deps.log.info({ clips }, 'clips ranked anew')
    return { clips }
  },
}
