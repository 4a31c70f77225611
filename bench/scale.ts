import { startPostgres } from '../tests/support/database/postgres-server.ts'
import { loadRows, perSecond } from './support/load/http-contest.ts'
import type { ServedLoad } from './support/load/load.ts'
import { type BenchOptions, effort } from './support/load/options.ts'
import { CLIPS, CONNECTIONS, freshUnderLoad, HOME, LIST } from './support/load/own-contest.ts'
import { report } from './support/load/report.ts'
import { alternate, type Contender, ratioOf } from './support/load/rounds.ts'
import { addClips, openShop } from './support/shops/shop.ts'

const KINDS = { 'fresh pages': HOME, 'fresh API': LIST }

/** Two of our servers on one PostgreSQL, beside a single one that takes all connections. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds, seconds } = effort(options)
  const postgres = await startPostgres({ shared_buffers: '256MB' })
  try {
    const shop = await openShop({ DATABASE_URL: postgres.urlOf('postgres') })
    await addClips(shop, CLIPS)
    const servers = [await shop.serve(), await shop.serve()] as const
    const contenders = Object.entries(KINDS).flatMap(([kind, { withOffset }]) => {
      const all = { shop, withOffset, load: { connections: CONNECTIONS, seconds } }
      const half = { ...all, load: { connections: CONNECTIONS / 2, seconds } }
      const halves = servers.map((server) => freshUnderLoad('one of two', server, half))
      return [
        freshUnderLoad(`one process, ${kind}`, servers[0], all),
        inParallel(`two processes, ${kind}`, halves),
      ]
    })
    const samples = await alternate(rounds, contenders)
    report({
      name: 'scale',
      rows: loadRows(samples),
      bars: Object.keys(KINDS).map((kind) => ({
        what: `two processes by one, ${kind}, requests/s`,
        value: ratioOf(samples, [`two processes, ${kind}`, `one process, ${kind}`], perSecond),
        atLeast: 1.6,
        unit: 'x',
      })),
      raw: Object.fromEntries(samples),
      notes: [
        `${CONNECTIONS} connections in all, ${rounds} rounds of ${seconds} s; PostgreSQL and the load on the same machine`,
      ],
    })
    for (const server of servers) await server.stop()
  } finally {
    await postgres.stop()
  }
}

/** Several loads at the same time, as one contender. */
function inParallel(name: string, parts: readonly Contender<ServedLoad>[]): Contender<ServedLoad> {
  return {
    name,
    async measure() {
      const loads = await Promise.all(parts.map((part) => part.measure()))
      const sum = (figure: (load: ServedLoad) => number) => loads.reduce((all, load) => all + figure(load), 0)
      const perSecond = sum((load) => load.perSecond)
      return {
        perSecond,
        bytesPerSecond: sum((load) => load.bytesPerSecond),
        p50: Math.max(...loads.map(({ p50 }) => p50)),
        p99: Math.max(...loads.map(({ p99 }) => p99)),
        cpu: sum((load) => load.cpu * load.perSecond) / perSecond,
      }
    },
  }
}
