import { dayIn } from '#domain/dates/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { readFigures } from '#server/overview/daily-figures.ts'

type Count = 'calls' | 'input' | 'output'
type CountDeps = Pick<Deps, 'db' | 'now' | 'site'>

const nameOf = (count: Count) => `model:${count}`
const today = ({ site, now }: CountDeps) => dayIn(site.timeZone, now())

/** The day's calls, and tokens read and written, of all servers. */
export async function countsOfDay(deps: CountDeps): Promise<Record<Count, number>> {
  const day = today(deps)
  const figures = await readFigures(deps.db, (['calls', 'input', 'output'] as const).map(nameOf), day)
  const count = (name: Count) => figures.get(nameOf(name))?.get(day) ?? 0
  return { calls: count('calls'), input: count('input'), output: count('output') }
}

/**
 * Adds to a count of the day, in one statement, so that servers together stay within a limit. False, without adding, if
 * the count is `most` already.
 */
export async function addToDay(
  deps: CountDeps,
  count: Count,
  { by, most = Number.MAX_SAFE_INTEGER }: { by: number; most?: number },
): Promise<boolean> {
  const added = await deps.db
    .insertInto('daily_figures')
    .values({ name: nameOf(count), day: today(deps), value: by })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'day'])
        .doUpdateSet(({ eb }) => ({ value: eb('daily_figures.value', '+', by) }))
        .where('daily_figures.value', '<', most),
    )
    .returning('value')
    .executeTakeFirst()
  return added !== undefined
}
