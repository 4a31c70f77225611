import { loadRows, perSecond, speedBars } from './support/load/http-contest.ts'
import { type BenchOptions, effort } from './support/load/options.ts'
import { LIST, ownContest } from './support/load/own-contest.ts'
import { report } from './support/load/report.ts'
import { alternate, medianOf, ratioOf } from './support/load/rounds.ts'

/** The list of 40 clips as JSON, cached and fresh. */
export async function run(options: BenchOptions): Promise<void> {
  const { contenders, note } = await ownContest(LIST, options)
  const samples = await alternate(effort(options).rounds, contenders)
  report({
    name: 'api',
    rows: loadRows(samples),
    bars: [
      ...speedBars('cached list by nginx', 0.28, (figure) =>
        ratioOf(samples, ['ours, cached, br', 'nginx, same bytes'], figure),
      ),
      {
        what: 'fresh list by Directus on SQLite (128/s, measured once on another day)',
        value: (medianOf(samples, 'ours, fresh', perSecond) ?? Number.NaN) / 128,
        atLeast: 10,
        unit: 'x',
      },
    ],
    raw: Object.fromEntries(samples),
    notes: [note],
  })
}
