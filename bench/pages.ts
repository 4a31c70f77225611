import { setTimeout as sleep } from 'node:timers/promises'
import { loadRows, sameBytes, speedBars, underLoad } from './support/load/http-contest.ts'
import type { ServedLoad } from './support/load/load.ts'
import { type BenchOptions, effort } from './support/load/options.ts'
import { report } from './support/load/report.ts'
import { alternate, medianOf, ratioOf } from './support/load/rounds.ts'
import { addClips, openShop } from './support/shops/shop.ts'

/** Each list of 40 at its own offset, and more of them than are rendered in one measurement: none is asked twice. */
const CLIPS = 6000
const CONNECTIONS = 32
/** The server ranks new clips when it starts, which clears its cache. */
const RANKED_MS = 3_000
const BROTLI = { 'Accept-Encoding': 'br' }

/** The home page with 40 clips, cached and fresh, beside nginx. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds, seconds } = effort(options)
  const shop = await openShop()
  await addClips(shop, CLIPS)
  const ours = await shop.serve()
  await sleep(RANKED_MS)
  const load = { connections: CONNECTIONS, seconds }
  const peer = await sameBytes(ours, '/')
  const paths = Array.from({ length: CLIPS - 40 }, (_, offset) => `/?offset=${offset}`)
  const contenders = [
    underLoad('ours, cached', ours, { ...load, path: '/', headers: BROTLI }),
    underLoad('ours, cached, plain', ours, { ...load, path: '/' }),
    ...(peer.nginx ? [underLoad('nginx, same bytes', peer.nginx, { ...load, path: peer.path })] : []),
    underLoad('ours, fresh', ours, { ...load, path: '/', paths, headers: BROTLI }, shop.clearCache),
  ]
  const samples = await alternate(rounds, contenders)
  const againstNginx = (figure: (load: ServedLoad) => number) =>
    ratioOf(samples, ['ours, cached', 'nginx, same bytes'], figure)
  report({
    name: 'pages',
    rows: loadRows(samples),
    bars: [
      ...speedBars('cached page by nginx', 0.4, againstNginx),
      {
        what: 'cached page, p99',
        value: medianOf(samples, 'ours, cached', ({ p99 }) => p99),
        atMost: 5,
        unit: ' ms',
      },
    ],
    raw: Object.fromEntries(samples),
    notes: [`${peer.bytes} bytes compressed; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`],
  })
}
