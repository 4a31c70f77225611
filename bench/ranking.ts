import { setTimeout as sleep } from 'node:timers/promises'
import { loadRows, perSecond } from './support/load/http-contest.ts'
import { loadServer, type ServedLoad } from './support/load/load.ts'
import { type BenchOptions, effort, numberOption } from './support/load/options.ts'
import { report } from './support/load/report.ts'
import { medianOf, type Samples } from './support/load/rounds.ts'
import { tailPaths } from './support/load/tail-paths.ts'
import { forceRanking, isRanking, jobsSettled, openLibrary, startRenderers } from './support/shops/million.ts'

const CONNECTIONS = 8
/** More than any server answers; each path is requested once. */
const MOST_PER_SECOND = 1_500
/** Time for the job's poll (every two seconds) and the start of its process. */
const STARTED_MS = 5_000

/**
 * How the nightly ranking of a large library slows visitors: uncached clip pages, before and during it.
 * `--clips=1000000`, `--data=FOLDER` as for `long-tail`.
 */
export async function run(options: BenchOptions): Promise<void> {
  const clips = numberOption(options, 'clips', 1_000_000)
  const { rounds, seconds } = effort(options)
  const folder = typeof options.data === 'string' ? options.data : undefined
  const shop = await openLibrary(clips, { folder, settings: { TRUST_PROXY: 'on' } })
  const ours = await shop.serve()
  await jobsSettled(shop)
  await startRenderers(ours, clips)
  const take = tailPaths(clips).get('clip pages')!
  const load = () =>
    loadServer(ours.pid, {
      url: ours.url.href,
      connections: CONNECTIONS,
      seconds,
      paths: take(seconds * MOST_PER_SECOND),
    })

  const samples: Samples<ServedLoad> = new Map([
    [BEFORE, []],
    [DURING, []],
  ])
  await load()
  for (let round = 0; round < rounds; round++) samples.get(BEFORE)!.push(await load())
  await forceRanking(shop)
  await sleep(STARTED_MS)
  for (let round = 0; round < rounds; round++) samples.get(DURING)!.push(await load())
  if (!(await isRanking(shop))) throw new Error('the ranking ended first: ask for fewer rounds or more clips')

  const ratio = (figure: (load: ServedLoad) => number) =>
    medianOf(samples, DURING, figure)! / medianOf(samples, BEFORE, figure)!
  report({
    name: 'ranking',
    rows: loadRows(samples),
    bars: [
      { what: 'clip pages a second by those before', value: ratio(perSecond), atLeast: 0.85, unit: 'x' },
      { what: 'p99 by that before', value: ratio(({ p99 }) => p99), atMost: 1.3, unit: 'x' },
    ],
    raw: Object.fromEntries(samples),
    notes: [`${clips} clips; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each`],
  })
}

const BEFORE = 'clip pages'
const DURING = 'clip pages while all clips are ranked'
