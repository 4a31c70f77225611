import { answerOf } from './support/answer.ts'
import { loadRows, perSecond, sameBytes, speedBars, underLoad } from './support/http-contest.ts'
import type { ServedLoad } from './support/load.ts'
import { type BenchOptions, effort } from './support/options.ts'
import { report, skip } from './support/report.ts'
import { alternate, type Contender, medianOf, ratioOf } from './support/rounds.ts'
import { addClips, openShop } from './support/shop.ts'

const CLIPS = 2000
const CONNECTIONS = 32
const LIST = '/api/medias/search?q='
const COMPRESSED = { 'Accept-Encoding': 'br' }

/** The list of 40 clips as JSON, from the cache and made fresh. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds, seconds } = effort(options)
  const shop = await openShop()
  await addClips(shop, CLIPS)
  const ours = await shop.serve()
  const load = { connections: CONNECTIONS, seconds }
  const peers = await sameBytes(ours, LIST, { type: 'application/json; charset=utf-8', onSkip: skip })
  const keep = async () => {
    await answerOf(new URL(LIST, ours.url), COMPRESSED)
  }
  const contenders: Contender<ServedLoad>[] = [
    underLoad('ours, cached, br', ours, { ...load, path: LIST, headers: COMPRESSED }, keep),
    underLoad('node:http, same bytes', peers.node, { ...load, path: peers.path }),
    ...(peers.nginx ? [underLoad('nginx, same bytes', peers.nginx, { ...load, path: peers.path })] : []),
    underLoad(
      'ours, fresh',
      ours,
      { ...load, path: `${LIST}&offset={n}`, count: CLIPS - 40 },
      shop.forgetPages,
    ),
  ]
  const samples = await alternate(rounds, contenders)
  const against = (name: string, peer: string) => (figure: (load: ServedLoad) => number) =>
    ratioOf(samples, [name, peer], figure)
  report({
    name: 'api',
    rows: loadRows(samples),
    bars: [
      ...speedBars('cached list by nginx', 0.28, against('ours, cached, br', 'nginx, same bytes')),
      {
        what: 'fresh list by Directus on SQLite (128/s, measured once on another day)',
        value: (medianOf(samples, 'ours, fresh', perSecond) ?? Number.NaN) / 128,
        atLeast: 10,
        unit: 'x',
      },
    ],
    raw: Object.fromEntries(samples),
    notes: [`${peers.bytes} bytes compressed; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`],
  })
}
