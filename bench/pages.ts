import { join } from 'node:path'
import { answerOf } from './support/load/answer.ts'
import { loadRows, speedBars, underLoad } from './support/load/http-contest.ts'
import type { ServedLoad } from './support/load/load.ts'
import { type BenchOptions, effort } from './support/load/options.ts'
import { fillCache, HOME, OFFSETS, type OwnContest, ownContest } from './support/load/own-contest.ts'
import { report, skip } from './support/load/report.ts'
import { alternate, type Contender, medianOf, ratioOf } from './support/load/rounds.ts'
import { nextIfWanted } from './support/peers/next.ts'
import { startPlainAstro } from './support/peers/plain-astro.ts'
import { freePort, type Served, serve } from './support/shops/serve.ts'
import type { Shop } from './support/shops/shop.ts'

/** The home page, cached and fresh, beside simpler servers and comparable frameworks. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds } = effort(options)
  const { shop, ours, load, ...own } = await ownContest(HOME, options)
  const plain = await answerOf(ours.url)
  const contenders: Contender<ServedLoad>[] = [
    ...own.contenders,
    underLoad('ours, cached, plain', ours, { ...load, path: HOME.path }, () => fillCache(ours, HOME.path)),
    ...(await astro(shop, plain.body, load)),
    ...(await next(options, load)),
  ]
  const samples = await alternate(rounds, contenders)
  await checkEvicted(ours)
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
      ...speedBars('fresh page by a plain Astro page', 0.6, against('ours, fresh', 'Astro, fresh')),
      ...speedBars('fresh page by Next.js dynamic', 6, against('ours, fresh', 'Next.js, dynamic')),
    ],
    raw: Object.fromEntries(samples),
    notes: [`${own.note}; ${plain.body.length} bytes plain`],
  })
}

/** The fresh load's URLs repeat; checks that the cache evicted them, so that each was rendered. */
async function checkEvicted(ours: Served): Promise<void> {
  for (let offset = 1; offset < OFFSETS; offset += Math.floor(OFFSETS / 3)) {
    const { headers } = await answerOf(new URL(`/?offset=${offset}`, ours.url))
    if (headers['x-cache'] !== 'miss' && offset > 1)
      console.log(`offset ${offset} is still cached: 'fresh' may be too fast`)
  }
}

async function astro(shop: Shop, page: Buffer, load: OwnContest['load']): Promise<Contender<ServedLoad>[]> {
  try {
    const server = await startPlainAstro(page, join(shop.folder, 'nagare.db'))
    return [
      underLoad('Astro, memory cache, same bytes', server, { ...load, path: '/' }),
      underLoad('Astro, fresh', server, { ...load, path: '/fresh' }),
    ]
  } catch (reason) {
    skip('Astro', reason)
    return []
  }
}

async function next(options: BenchOptions, load: OwnContest['load']): Promise<Contender<ServedLoad>[]> {
  const command = await nextIfWanted(options)
  if (!command) return []
  try {
    const port = await freePort()
    const server = await serve({ ...command(port), port, ready: '/' })
    return [
      underLoad('Next.js, static', server, { ...load, path: '/' }),
      underLoad('Next.js, dynamic', server, { ...load, path: '/dynamic' }),
    ]
  } catch (reason) {
    skip('Next.js', reason)
    return []
  }
}
