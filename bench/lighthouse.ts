import { localePath, type SitePath } from '#domain/address/locale-path.ts'
import { FILES } from '../tests/e2e/support/library-files.ts'
import { launchBrowser } from './support/browser/launch-browser.ts'
import {
  CATEGORIES,
  type Category,
  failures,
  findLighthouse,
  type Report,
  scoreOf,
  visit,
} from './support/browser/lighthouse.ts'
import { type BenchOptions, numberOption } from './support/load/options.ts'
import { report, rounded, skip } from './support/load/report.ts'
import { alternate, median, type Samples } from './support/load/rounds.ts'
import { openDemoShop } from './support/shops/demo-shop.ts'
import { freePort } from './support/shops/serve.ts'

const TIMES = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  'speed index': 'speed-index',
  CLS: 'cumulative-layout-shift',
}

/** For invited people only: these pages ask search engines to leave them out. */
const UNLISTED = ['/promo-signup', '/promo-signup-jp']

/** Lighthouse's CPU slowdown for a mid-range phone, and the benchmark index of the machine it assumes. */
const USUAL = { slowdown: 4, benchmarkIndex: 1750 }

/** Lighthouse for every kind of page, as a phone. `--page=/pricing` measures one. */
export async function run(options: BenchOptions): Promise<void> {
  const rounds = numberOption(options, 'rounds', 3)
  const lighthouse = await findLighthouse().catch((reason) => skip('Lighthouse', reason))
  if (!lighthouse) return
  const shop = await openDemoShop(FILES, 40)
  const server = await shop.serve()
  const port = await freePort()
  const browser = await launchBrowser(`--remote-debugging-port=${port}`)
  try {
    const paths = typeof options.page === 'string' ? [options.page] : await pagesOf(shop.url)
    const ask = (path: string, slowdown: number) =>
      visit(lighthouse, {
        url: new URL(path, shop.url).href,
        port,
        slowdown,
        listed: !UNLISTED.includes(path),
      })
    const slowdown = numberOption(options, 'slowdown', slowdownFor(await ask('/', USUAL.slowdown)))
    const samples = await alternate(
      rounds,
      paths.map((path) => ({ name: path, measure: () => ask(path, slowdown) })),
      { warmUp: false },
    )
    reportScores(samples, [
      `${browser.version()}, Lighthouse’s phone: simulated slow 4G, processor ${rounded(slowdown)} times slower; medians of ${rounds}`,
    ])
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A slow or busy machine is slowed down less, so that the simulated phone stays the same. */
function slowdownFor({ environment }: Report): number {
  return Math.min(
    USUAL.slowdown,
    Math.max(1, (USUAL.slowdown * environment.benchmarkIndex) / USUAL.benchmarkIndex),
  )
}

async function pagesOf(site: string): Promise<string[]> {
  const ask = async (path: string) => (await fetch(new URL(path, site))).json()
  const { categories } = await ask('/api/medias/categories')
  const { sources } = await ask('/api/medias/search?q=')
  const both = [
    '/',
    `/t/${categories[0].key}`,
    '/s/temple',
    `/m/${sources[0].id}`,
    '/pricing',
    '/terms',
    '/contact',
  ]
  return [...both.flatMap((path) => [path, localePath('ja', path as SitePath)]), ...UNLISTED]
}

function reportScores(samples: Samples<Report>, notes: string[]): void {
  const pages = [...samples]
  const score = (reports: Report[], category: Category) =>
    median(reports.map((each) => scoreOf(each, category)))
  report({
    name: 'lighthouse',
    rows: pages.map(([page, reports]) => ({
      page,
      ...Object.fromEntries(CATEGORIES.map((category) => [category, score(reports, category)])),
      ...Object.fromEntries(
        Object.entries(TIMES).map(([name, id]) => [
          name,
          rounded(median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))),
        ]),
      ),
    })),
    bars: [
      ...CATEGORIES.map((category) => ({
        what: `${category}, worst page`,
        value: Math.min(...pages.map(([, reports]) => score(reports, category))),
        atLeast: 100,
      })),
      {
        what: 'LCP, worst page',
        value: Math.max(...pages.map(([, reports]) => lcpOf(reports))),
        atMost: 1800,
        unit: ' ms',
      },
    ],
    notes: [...notes, ...pages.flatMap(([page, reports]) => complaints(page, reports))],
  })
}

function lcpOf(reports: Report[]): number {
  return median(reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? Number.NaN))
}

function complaints(page: string, reports: Report[]): string[] {
  const titles = reports.flatMap((each) => failures(each).map(({ id, title }) => `${id}: ${title}`))
  return [...new Set(titles)].map((title) => `${page} ${title}`)
}
