import { dayIn } from '#domain/dates/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import type { TextModel } from './text-model.ts'
import { ModelFailed } from './text-model.ts'

const NAMES = { calls: 'model:calls', input: 'model:input', output: 'model:output' } as const
type Name = keyof typeof NAMES

type CountDeps = Pick<Deps, 'db' | 'now' | 'site'>

const today = ({ site, now }: CountDeps) => dayIn(site.timeZone, now())

/** The day's calls and tokens of all servers. */
export async function countsOfDay(deps: CountDeps): Promise<Record<Name, number>> {
  const rows = await deps.db
    .selectFrom('daily_figures')
    .select(['name', 'value'])
    .where('day', '=', today(deps))
    .where('name', 'in', Object.values(NAMES))
    .execute()
  const count = (name: Name) => Number(rows.find((row) => row.name === NAMES[name])?.value ?? 0)
  return { calls: count('calls'), input: count('input'), output: count('output') }
}

/** Counts a call before it is made; one statement, so that servers together never make more. @throws ModelFailed */
export async function takeCall(deps: CountDeps, { callsPerDay }: TextModel): Promise<void> {
  if (!(await add(deps, 'calls', 1, callsPerDay)))
    throw new ModelFailed('dayLimit', `${callsPerDay} calls`, { mayPass: false })
}

/** Counts the tokens of a call. */
export async function countTokens(deps: CountDeps, used: { input: number; output: number }): Promise<void> {
  await add(deps, 'input', used.input)
  await add(deps, 'output', used.output)
}

/** False, without counting, if it is `most` already. */
async function add(
  deps: CountDeps,
  name: Name,
  value: number,
  most = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const counted = await deps.db
    .insertInto('daily_figures')
    .values({ name: NAMES[name], day: today(deps), value })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'day'])
        .doUpdateSet(({ eb }) => ({ value: eb('daily_figures.value', '+', value) }))
        .where('daily_figures.value', '<', most),
    )
    .returning('value')
    .executeTakeFirst()
  return counted !== undefined
}
