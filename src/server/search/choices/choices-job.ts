import { DAY_MS } from '#domain/dates/spans.ts'
import type { ActivityLabel } from '#domain/people/activity.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { lastNight } from '#server/search/index/rerank-job.ts'
import { replaceChoices } from './choices.ts'
import { type Choice, countChoices } from './count-choices.ts'
import { KEPT_DAYS, readChoices } from './read-choices.ts'

/** Learns every night from the clips that people chose after searches. */
export const choicesJob: RecurringJob = {
  kind: 'search.choices',
  everySeconds: 60 * 60,
  async run(deps, { state, signal }) {
    const at = (state as { at?: string } | undefined)?.at
    if (at !== undefined && new Date(at) >= lastNight(deps.now())) return state
    await forgetOldClicks(deps)
    const choices = await learnChoices(deps, signal)
    deps.log.info({ choices }, 'learnt from searches')
    return { at: deps.now().toISOString(), choices }
  },
}

/** Recounts all choices. Returns how many pairs of a search and a clip are kept. */
export async function learnChoices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  const choices: Choice[] = []
  for await (const choice of readChoices(db, { now: now(), signal })) choices.push(choice)
  return replaceChoices(db, countChoices(choices))
}

/** Clicks on results are recorded only for this job. */
async function forgetOldClicks({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const label: ActivityLabel = 'RESULT_CLICK'
  await db.deleteFrom('activities').where('label', '=', label).where('created', '<', before).execute()
}
