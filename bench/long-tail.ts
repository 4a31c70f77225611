import { loadRows, perSecond } from './support/load/http-contest.ts'
import { loadServer, type ServedLoad } from './support/load/load.ts'
import { type BenchOptions, effort, numberOption } from './support/load/options.ts'
import { type Waits, waitsDuring } from './support/load/probe.ts'
import { report, rounded } from './support/load/report.ts'
import { alternate, type Contender, median, medianOf, type Samples } from './support/load/rounds.ts'
import { tailPaths } from './support/load/tail-paths.ts'
import { FILM, jobsSettled, openLibrary, startRenderers } from './support/shops/million.ts'
import type { Served } from './support/shops/serve.ts'

const CONNECTIONS = 16
/** More than any server answers; each path is requested once. */
const mostPerSecond = (kind: string) => (kind === 'API, clip' ? 8_000 : 1_500)
/** Browsers and large crawlers accept it. */
const COMPRESSED = { 'Accept-Encoding': 'br' }
const PROBES = { 'cached page': '/', '/healthz': '/healthz', 'media part': FILM.path }
type Probe = keyof typeof PROBES

/** A load, and how long other visitors wait meanwhile. */
interface TailLoad extends ServedLoad {
  waits: Record<Probe, Waits>
}

/**
 * Crawlers in a large library: each URL once, none of them cached. `--clips=1000000`; `--data=FOLDER` keeps the library
 * for the next run.
 */
export async function run(options: BenchOptions): Promise<void> {
  const clips = numberOption(options, 'clips', 1_000_000)
  const { rounds, seconds } = effort(options)
  const folder = typeof options.data === 'string' ? options.data : undefined
  const shop = await openLibrary(clips, { folder, settings: { TRUST_PROXY: 'on' } })
  const ours = await shop.serve()
  await jobsSettled(shop)
  await startRenderers(ours, clips)
  const kinds = [...tailPaths(clips)].map(([kind, take]): Contender<TailLoad> => {
    const plan = { url: ours.url.href, headers: COMPRESSED, connections: CONNECTIONS, seconds }
    return {
      name: kind,
      measure: async () => underTail(ours, { ...plan, paths: take(seconds * mostPerSecond(kind)) }),
    }
  })
  const samples = await alternate(rounds, kinds)
  report({
    name: 'long-tail',
    rows: loadRows(samples).map((row) => ({ ...row, ...waitsOf(samples, String(row.server)) })),
    bars: [
      { what: 'clip pages a second', value: medianOf(samples, 'clip pages', perSecond), atLeast: 250 },
      ...Object.keys(PROBES).map((probe) => ({
        what: `${probe}, p99 meanwhile`,
        value: median([...samples.keys()].flatMap((kind) => p99Of(samples, kind, probe as Probe) ?? [])),
        atMost: 15,
        unit: ' ms',
      })),
    ],
    raw: Object.fromEntries(samples),
    notes: [`${clips} clips; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`],
  })
}

async function underTail(ours: Served, plan: Parameters<typeof loadServer>[1]): Promise<TailLoad> {
  const load = loadServer(ours.pid, plan)
  const probed = Object.entries(PROBES).map(async ([probe, path]): Promise<[string, Waits]> => {
    const headers: Record<string, string> =
      probe === 'media part' ? { Range: 'bytes=1000000-1262143' } : COMPRESSED
    return [probe, await waitsDuring(new URL(path, ours.url).href, { headers, during: load })]
  })
  const waits = Object.fromEntries(await Promise.all(probed)) as Record<Probe, Waits>
  return { ...(await load), waits }
}

function waitsOf(samples: Samples<TailLoad>, kind: string): Record<string, string | number> {
  return Object.fromEntries(
    Object.keys(PROBES).map((probe) => [`${probe} p99`, rounded(p99Of(samples, kind, probe as Probe))]),
  )
}

/** Median over the rounds. */
function p99Of(samples: Samples<TailLoad>, kind: string, probe: Probe): number | undefined {
  return medianOf(samples, kind, ({ waits }) => waits[probe].p99)
}
