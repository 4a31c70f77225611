import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { relatedSources } from '#server/search/related/related-sources.ts'
import { suggest } from '#server/search/suggest/suggest.ts'
import { startPostgres } from '../tests/support/database/postgres-server.ts'
import { type DatabaseCpu, databaseCpu } from './support/load/database-cpu.ts'
import { type BenchOptions, numberOption } from './support/load/options.ts'
import { type Bar, report, rounded } from './support/load/report.ts'
import { quantile } from './support/load/rounds.ts'
import { scratchFolder } from './support/scratch.ts'
import { chance } from './support/search/chance.ts'
import { costlyTexts } from './support/search/costly-texts.ts'
import { japaneseRecall } from './support/search/japanese-recall.ts'
import { countsAndFacets, firstPage, pageAt, scoredByEngine } from './support/search/search-asks.ts'
import { QUERY_KINDS, searchQueries } from './support/search/search-queries.ts'
import { clipTexts } from './support/shops/clip-texts.ts'
import { fillCatalogue } from './support/shops/fill-catalogue.ts'

const BARS = {
  sqlite: { p50: 1, p99: 10, byEngine: 0.02, build: 180 },
  postgres: { p50: 5, p99: 60, byEngine: undefined, build: 300 },
}
/** Memory settings from docs/guide.md. */
const POSTGRES = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  random_page_cost: '1.1',
  max_wal_size: '4GB',
}
/** A statement of an hour-long index build may take longer than a page's query may. */
const PATIENT = { poolSize: 1, statementMs: 120_000 }
/** Texts of each costly kind. */
const COSTLY = 12
const costlyName = (kind: string) => `200 characters: ${kind}`
/** The engine's own ranking is slow, so only this share of the queries is measured. */
const PEER_SHARE = 0.05

/**
 * Search over a generated catalogue. `--clips=1000000`, `--engine=sqlite|postgres`, `--queries=200` of each kind,
 * `--database=FILE` (or a PostgreSQL URL) to reuse the catalogue in the next run, `--peers=none` to skip the engine's
 * own ranking, which takes most of the time.
 */
export async function run(options: BenchOptions): Promise<void> {
  const clips = numberOption(options, 'clips', 1_000_000)
  const queries = numberOption(options, 'queries', 200)
  const engine: Engine = options.engine === 'postgres' ? 'postgres' : 'sqlite'
  const { db, cpu, close } = await open(engine, options)
  try {
    const build = await catalogue(db, { clips, cpu })
    const recall = await japaneseRecall()
    const withPeers = options.peers !== 'none'
    // A long build may outlive its first connection.
    const asking = await databaseCpu(db)
    const found = await measure(db, { clips, queries, engine, cpu: asking, withPeers })
    found.bars.push(
      { what: 'index build', value: build, atMost: BARS[engine].build, unit: ' s' },
      { what: 'Japanese recall by a substring scan', value: recall, atLeast: 1 },
    )
    report({
      name: engine === 'sqlite' ? 'search' : `search-${engine}`,
      ...found,
      notes: [`${clips} clips on ${engine}, ${queries} queries of each kind, filters on, after a warm-up`],
    })
  } finally {
    await close()
  }
}

async function open(engine: Engine, { database }: BenchOptions) {
  if (engine === 'postgres' && typeof database === 'string') {
    return opened({ engine, url: database, ...PATIENT })
  }
  if (engine === 'postgres') {
    const server = await startPostgres(POSTGRES)
    const found = await opened({ engine, url: server.urlOf('postgres'), ...PATIENT })
    return { ...found, close: async () => found.close().then(() => server.stop()) }
  }
  const file = typeof database === 'string' ? database : join(scratchFolder('search'), 'nagare.db')
  if (existsSync(file)) console.log(`using ${file}`)
  return opened({ engine, file })
}

async function opened(database: DatabaseConfig) {
  const db = await openDatabase(database)
  return { db, cpu: await databaseCpu(db), close: () => db.destroy() }
}

/** Fills an empty catalogue and indexes it. Returns the seconds of indexing. */
async function catalogue(
  db: Kysely<Database>,
  { clips, cpu }: { clips: number; cpu: DatabaseCpu },
): Promise<number | undefined> {
  await migrateToLatest(db)
  const printStatus = (what: string) => (done: number) =>
    process.stderr.write(`\r\x1b[K${what} ${done} of ${clips}`)
  const present = await db.selectFrom('sources').select('id').limit(1).executeTakeFirst()
  if (!present) await fillCatalogue(db, clips, printStatus('writing clip'))
  const indexed = await db.selectFrom('source_ranks').select('rank').limit(1).executeTakeFirst()
  if (indexed) return undefined
  const [from, cpuFrom] = [performance.now(), cpu.ofServer()]
  await rebuildIndex({ db }, { onProgress: ({ done }) => printStatus('indexing clip')(done) })
  process.stderr.write('\r\x1b[K')
  console.log(`indexed with ${rounded((cpu.ofServer() - cpuFrom) / 1000)} s of processor time`)
  return (performance.now() - from) / 1000
}

interface Plan {
  clips: number
  queries: number
  engine: Engine
  cpu: DatabaseCpu
  withPeers: boolean
}

async function measure(db: Kysely<Database>, { clips, queries, engine, cpu, withPeers }: Plan) {
  const timed = timer(cpu)
  const kinds = Object.keys(QUERY_KINDS)
  const asked = new Map(kinds.map((kind) => [kind, searchQueries(kind, { count: queries, clips })]))
  const all = [...asked.values()].flat()
  const few = (list: typeof all) => list.slice(0, Math.ceil(list.length * PEER_SHARE))
  for (const query of all.filter((_, n) => n % 10 === 0))
    await searchSources({ db }, { ...query.filters, text: query.text, offset: 0 })

  const samples = new Map<string, Timings>()
  for (const [kind, list] of asked) samples.set(kind, await timed(list, (query) => firstPage(db, query)))
  samples.set('all kinds', merged([...samples.values()]))
  samples.set('page at offset 400', await timed(all, (query) => pageAt(db, query, 400)))
  samples.set('newest first', await timed(all, (query) => firstPage(db, { ...query, sort: 'newest' })))
  samples.set('count and facets', await timed(all, (query) => countsAndFacets(db, query)))
  samples.set(
    'whole answer',
    await timed(all, ({ text, filters }) => searchSources({ db }, { ...filters, text, offset: 0 })),
  )
  samples.set('suggestions', await timed(typed(queries * 4, clips), (text) => suggest({ db }, { text })))
  samples.set(
    'related',
    await timed(someIds(queries * 2, clips), (id) => relatedSources({ db }, { id, offset: 0 })),
  )
  for (const [kind, list] of costlyTexts({ count: COSTLY, clips }))
    samples.set(
      costlyName(kind),
      await timed(list, (text) => searchSources({ db }, { text, offset: 0, facets: true })),
    )
  const bar = BARS[engine]
  // PostgreSQL has an index per popularity band, and none over all of them that its own score could read.
  const scored = bar.byEngine && withPeers ? [...asked.values()] : []
  const peers = scored.flatMap((list) => few(list.filter(({ text }) => text !== '')))
  if (peers.length > 0)
    samples.set('by the engine’s own score', await timed(peers, (query) => scoredByEngine(db, query)))

  const p = (name: string, share: number) => quantile(samples.get(name)!.wall, share)
  const bars: Bar[] = [
    { what: 'first page p50', value: p('all kinds', 0.5), atMost: bar.p50, unit: ' ms' },
    { what: 'first page p99', value: p('all kinds', 0.99), atMost: bar.p99, unit: ' ms' },
    {
      what: 'p99 at offset 400 by the first page',
      value: p('page at offset 400', 0.99) / p('all kinds', 0.99),
      atMost: 3,
      unit: 'x',
    },
    { what: 'count and facets p99', value: p('count and facets', 0.99), atMost: 20, unit: ' ms' },
    { what: 'suggestions p99', value: p('suggestions', 0.99), atMost: 20, unit: ' ms' },
    { what: 'related p99', value: p('related', 0.99), atMost: 15, unit: ' ms' },
  ]
  const costly = [...samples].flatMap(([name, { cpu: each }]) =>
    name.startsWith(costlyName('')) ? quantile(each, 0.5) : [],
  )
  bars.push({
    what: 'costliest kind of 200 characters, CPU p50',
    value: Math.max(...costly),
    atMost: 10,
    unit: ' ms',
  })
  if (bar.byEngine && peers.length > 0) {
    const value = p('all kinds', 0.99) / p('by the engine’s own score', 0.99)
    bars.push({ what: 'first page p99 by ORDER BY bm25', value, atMost: bar.byEngine, unit: 'x' })
  }
  return { rows: [...samples].map(row), bars, raw: Object.fromEntries(samples) }
}

/**
 * Milliseconds per query: wall time and CPU time, ours and the database's. CPU time suffers less from a busy machine.
 */
interface Timings {
  wall: number[]
  cpu: number[]
}

const merged = (all: readonly Timings[]): Timings => ({
  wall: all.flatMap(({ wall }) => wall),
  cpu: all.flatMap(({ cpu }) => cpu),
})

function row([name, { wall, cpu }]: [string, Timings]) {
  return {
    query: name,
    'p50 ms': rounded(quantile(wall, 0.5)),
    'p99 ms': rounded(quantile(wall, 0.99)),
    'CPU p50 ms': rounded(quantile(cpu, 0.5)),
    'CPU p99 ms': rounded(quantile(cpu, 0.99)),
  }
}

function timer(cpu: DatabaseCpu) {
  return async <Input>(
    inputs: readonly Input[],
    ask: (input: Input) => Promise<unknown>,
  ): Promise<Timings> => {
    const timings: Timings = { wall: [], cpu: [] }
    for (const input of inputs) {
      const [from, cpuFrom] = [performance.now(), cpu.ofConnection()]
      await ask(input)
      timings.wall.push(performance.now() - from)
      timings.cpu.push(cpu.ofConnection() - cpuFrom)
    }
    return timings
  }
}

/** Typed prefixes for suggestions: a few letters, a word and a few letters, a character. */
function typed(count: number, clips: number): string[] {
  const next = chance(31)
  return Array.from({ length: count }, (_, n) => {
    const { keywords, keywords_ja } = clipTexts(1 + Math.floor(next() * clips))
    const latin = keywords[n % keywords.length]!
    return [latin.slice(0, 1 + (n % 5)), `${keywords[0]} ${latin.slice(0, 2)}`, keywords_ja[0]!.slice(0, 1)][
      n % 3
    ]!
  })
}

function someIds(count: number, clips: number): number[] {
  const next = chance(17)
  return Array.from({ length: count }, () => 1 + Math.floor(next() * clips))
}
