import { beginsWith } from '#server/db/begins-with.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { countDays } from './count-days.ts'
import { countFilms } from './count-films.ts'
import { countMembers } from './count-members.ts'
import { writeFigures } from './daily-figures.ts'
import { incomeOf } from './income.ts'
import { liveSubscriptions } from './live-subscriptions.ts'

interface State {
  /** Earlier days are fully counted. */
  day?: string
  /** When it was counted. */
  at?: string
}

/** Computes the overview's figures, so that opening it reads a few hundred numbers. */
export const figuresJob: RecurringJob = {
  kind: 'overview.figures',
  everySeconds: 10 * 60,
  async run(deps, { state, signal }) {
    const { day } = (state ?? {}) as State
    const today = deps.now().toISOString().slice(0, 10)
    await countDays(deps, { since: day, signal })
    await countStates(deps, signal)
    if (day !== today) await writeFigures(deps, { films: await countFilms(deps.db, signal) })
    return { day: today, at: deps.now().toISOString() } satisfies State
  },
}

/** Rows do not keep past states, so today's are stored; the last of a day stays. */
async function countStates({ db, now }: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const live = await liveSubscriptions(db, signal)
  const { income, unpriced, ending } = incomeOf(live, now())
  const amounts = income.map(({ currency, amount }) => [`income:${currency}`, amount])
  const members = await countMembers({ db, now }, { live, signal })
  await db.transaction().execute(async (trx) => {
    // A currency that nobody pays in any more.
    await trx
      .deleteFrom('daily_figures')
      .where('day', '=', now().toISOString().slice(0, 10))
      .where(beginsWith('name', 'income:'))
      .execute()
    await writeFigures({ db: trx, now }, { ...members, unpriced, ending, ...Object.fromEntries(amounts) })
  })
}
