import { join } from 'node:path'
import { answerOf } from './support/answer.ts'
import { loadRows, sameBytes, speedBars, underLoad } from './support/http-contest.ts'
import type { ServedLoad } from './support/load.ts'
import { buildNext } from './support/next.ts'
import { type BenchOptions, effort } from './support/options.ts'
import { startPlainAstro } from './support/plain-astro.ts'
import { report, skip } from './support/report.ts'
import { alternate, type Contender, medianOf, ratioOf } from './support/rounds.ts'
import { freePort, type Served, serve } from './support/serve.ts'
import { addClips, openShop, type Shop } from './support/shop.ts'

/** More addresses of the home page than the cache holds, each with its 40 tiles. */
const CLIPS = 2000
const OFFSETS = CLIPS - 40
const CONNECTIONS = 32
const COMPRESSED = { 'Accept-Encoding': 'br' }

/** The home page from the cache and rendered fresh, beside servers that do less, and frameworks that do the same. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds, seconds } = effort(options)
  const shop = await openShop()
  await addClips(shop, CLIPS)
  const ours = await shop.serve()
  const load = { connections: CONNECTIONS, seconds }
  const peers = await sameBytes(ours, '/', { type: 'text/html; charset=utf-8', onSkip: skip })
  const plain = await answerOf(ours.url)
  const contenders: Contender<ServedLoad>[] = [
    underLoad('ours, cached, br', ours, { ...load, path: '/', headers: COMPRESSED }, () => kept(ours)),
    underLoad('node:http, same bytes', peers.node, { ...load, path: peers.path }),
    ...(peers.nginx ? [underLoad('nginx, same bytes', peers.nginx, { ...load, path: peers.path })] : []),
    underLoad('ours, cached, plain', ours, { ...load, path: '/' }, () => kept(ours)),
    fresh(shop, ours, seconds),
    ...(await astro(shop, plain.body, seconds)),
    ...(await next(options, seconds)),
  ]
  const samples = await alternate(rounds, contenders)
  await stillFresh(ours)
  const against = (name: string, peer: string) => (figure: (load: ServedLoad) => number) =>
    ratioOf(samples, [name, peer], figure)
  report({
    name: 'pages',
    rows: loadRows(samples),
    bars: [
      ...speedBars('cached page by nginx', 0.4, against('ours, cached, br', 'nginx, same bytes')),
      ...speedBars(
        "cached page by Astro's memory cache",
        9,
        against('ours, cached, plain', 'Astro, memory cache, same bytes'),
      ),
      ...speedBars('cached page by Next.js static', 35, against('ours, cached, plain', 'Next.js, static')),
      {
        what: 'cached page, p99',
        value: medianOf(samples, 'ours, cached, br', ({ p99 }) => p99),
        atMost: 5,
        unit: ' ms',
      },
      ...speedBars('fresh page by a plain Astro page', 1.8, against('ours, fresh', 'Astro, fresh')),
      ...speedBars('fresh page by Next.js dynamic', 20, against('ours, fresh', 'Next.js, dynamic')),
    ],
    raw: Object.fromEntries(samples),
    notes: [
      `${peers.bytes} bytes compressed, ${plain.body.length} plain; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`,
    ],
  })
}

/** Forgets, then goes through more offsets than the cache can hold, so that each one is rendered. */
function fresh(shop: Shop, ours: Served, seconds: number): Contender<ServedLoad> {
  const plan = { connections: CONNECTIONS, seconds, path: '/?offset={n}', count: OFFSETS }
  return underLoad('ours, fresh', ours, plan, shop.forgetPages)
}

/** Asked for once and once more, so that the load finds it in the cache. */
async function kept(ours: Served): Promise<void> {
  await answerOf(ours.url, COMPRESSED)
  await answerOf(ours.url)
}

/** The addresses of the fresh load came round before; had the cache kept them, they would not have been rendered. */
async function stillFresh(ours: Served): Promise<void> {
  for (let offset = 1; offset < OFFSETS; offset += Math.floor(OFFSETS / 3)) {
    const { headers } = await answerOf(new URL(`/?offset=${offset}`, ours.url))
    if (headers['x-cache'] !== 'miss' && offset > 1)
      console.log(`offset ${offset} was still kept: 'fresh' may be flattered`)
  }
}

async function astro(shop: Shop, page: Buffer, seconds: number): Promise<Contender<ServedLoad>[]> {
  try {
    const server = await startPlainAstro({ page, database: join(shop.folder, 'nagare.db') })
    const load = { connections: CONNECTIONS, seconds }
    return [
      underLoad('Astro, memory cache, same bytes', server, { ...load, path: '/' }),
      underLoad('Astro, fresh', server, { ...load, path: '/fresh' }),
    ]
  } catch (reason) {
    skip('Astro', reason)
    return []
  }
}

async function next(options: BenchOptions, seconds: number): Promise<Contender<ServedLoad>[]> {
  if (!options['with-next']) {
    skip('Next.js', 'it is installed only with --with-next')
    return []
  }
  try {
    const port = await freePort()
    const server = await serve({ ...(await buildNext())(port), port, ready: '/' })
    const load = { connections: CONNECTIONS, seconds }
    return [
      underLoad('Next.js, static', server, { ...load, path: '/' }),
      underLoad('Next.js, dynamic', server, { ...load, path: '/dynamic' }),
    ]
  } catch (reason) {
    skip('Next.js', reason)
    return []
  }
}
