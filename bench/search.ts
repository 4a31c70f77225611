import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { searchPage } from '#server/search/query/search-page.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { relatedSources } from '#server/search/related/related-sources.ts'
import { suggest } from '#server/search/suggest/suggest.ts'
import { anyQuery, fastest } from '../tests/support/any-query.ts'
import { chance } from '../tests/support/catalogue/chance.ts'
import { clipTexts } from '../tests/support/catalogue/clip-texts.ts'
import { fillCatalogue } from '../tests/support/catalogue/fill-catalogue.ts'
import { startPostgres } from '../tests/support/database/postgres-server.ts'
import { type BenchOptions, numberOption } from './support/load/options.ts'
import { type Bar, report, rounded } from './support/load/report.ts'
import { quantile } from './support/load/rounds.ts'
import { scratchFolder } from './support/scratch.ts'
import { japaneseRecall } from './support/search/japanese-recall.ts'
import { colourQueries, isFirst, similar } from './support/search/look-asks.ts'
import { countsAndFacets, firstPage, pageAt } from './support/search/search-asks.ts'
import { QUERY_KINDS, searchQueries } from './support/search/search-queries.ts'

const BARS = {
  sqlite: { p50: 1, p99: 10, build: 180 },
  postgres: { p50: 5, p99: 60, build: 300 },
}
/** Milliseconds of the processor for any text, nonsense too. */
const MOST_ANY = 300
/** Memory settings from docs/guide.md. */
const POSTGRES = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  random_page_cost: '1.1',
  max_wal_size: '4GB',
}
/** A statement of an hour-long index build may take longer than a page's query may. */
const PATIENT = { poolSize: 1, statementMs: 120_000 }

/**
 * Search over a generated catalogue. `--clips=1000000`, `--engine=sqlite|postgres`, `--queries=200` of each kind,
 * `--database=FILE` (or a PostgreSQL URL) to reuse the catalogue in the next run.
 */
export async function run(options: BenchOptions): Promise<void> {
  const clips = numberOption(options, 'clips', 1_000_000)
  const queries = numberOption(options, 'queries', 200)
  const engine: Engine = options.engine === 'postgres' ? 'postgres' : 'sqlite'
  const { db, close } = await open(engine, options)
  try {
    const build = await catalogue(db, clips)
    const recall = await japaneseRecall()
    const found = await measure(db, { clips, queries, engine })
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
  return { db, close: () => db.destroy() }
}

/** Fills an empty catalogue and indexes it. Returns the seconds of indexing. */
async function catalogue(db: Kysely<Database>, clips: number): Promise<number | undefined> {
  await migrateToLatest(db)
  const printStatus = (what: string) => (done: number) =>
    process.stderr.write(`\r\x1b[K${what} ${done} of ${clips}`)
  const present = await db.selectFrom('sources').select('id').limit(1).executeTakeFirst()
  if (!present) await fillCatalogue(db, clips, printStatus('writing clip'))
  const indexed = await db.selectFrom('source_ranks').select('rank').limit(1).executeTakeFirst()
  if (indexed) return undefined
  const from = performance.now()
  await rebuildIndex({ db }, { onProgress: ({ done }) => printStatus('indexing clip')(done) })
  process.stderr.write('\r\x1b[K')
  return (performance.now() - from) / 1000
}

interface Plan {
  clips: number
  queries: number
  engine: Engine
}

async function measure(db: Kysely<Database>, { clips, queries, engine }: Plan) {
  const kinds = Object.keys(QUERY_KINDS)
  const asked = new Map(kinds.map((kind) => [kind, searchQueries(kind, { count: queries, clips })]))
  const all = [...asked.values()].flat()
  for (const query of all.filter((_, n) => n % 10 === 0))
    await searchSources({ db }, { ...query.filters, text: query.text, offset: 0 })

  const samples = new Map<string, number[]>()
  for (const [kind, list] of asked) samples.set(kind, await timed(list, (query) => firstPage(db, query)))
  samples.set('all kinds', [...samples.values()].flat())
  samples.set('page at offset 400', await timed(all, (query) => pageAt(db, query, 400)))
  samples.set('newest first', await timed(all, (query) => firstPage(db, { ...query, sort: 'newest' })))
  samples.set('count and facets', await timed(all, (query) => countsAndFacets(db, query)))
  samples.set(
    'whole answer',
    await timed(all, ({ text, filters }) => searchSources({ db }, { ...filters, text, offset: 0 })),
  )
  const any = fc.sample(anyQuery, { numRuns: queries * 50, seed: 36 })
  samples.set('any query', [])
  // Loads what only a search for an unknown word needs.
  await searchPage({ db }, any[0]!, new URLSearchParams())
  for (const text of any)
    samples
      .get('any query')!
      .push(await fastest(() => searchPage({ db }, text, new URLSearchParams()), MOST_ANY))
  samples.set('suggestions', await timed(typed(queries * 4, clips), (text) => suggest({ db }, { text })))
  samples.set(
    'related',
    await timed(someIds(queries * 2, clips), (id) => relatedSources({ db }, { id, offset: 0 })),
  )
  const coloured = colourQueries({ count: queries, clips })
  samples.set('by colour', await timed(coloured, (query) => firstPage(db, query)))
  samples.set('by colour, counts and facets', await timed(coloured, (query) => countsAndFacets(db, query)))
  samples.set('similar', await timed(someIds(queries, clips), (id) => similar(db, id)))
  const seen: boolean[] = []
  samples.set(
    'by a picture',
    await timed(someIds(queries, clips), async (id) => seen.push(await isFirst(db, id))),
  )
  const bar = BARS[engine]
  const p = (name: string, share: number) => quantile(samples.get(name)!, share)
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
    { what: 'slowest of any query', value: p('any query', 1), atMost: MOST_ANY, unit: ' ms' },
    { what: 'suggestions p99', value: p('suggestions', 0.99), atMost: 20, unit: ' ms' },
    { what: 'by colour p99', value: p('by colour', 0.99), atMost: bar.p99, unit: ' ms' },
    {
      what: 'screenshots that find their clip',
      value: seen.filter(Boolean).length / seen.length,
      atLeast: 0.5,
    },
    { what: 'related p99', value: p('related', 0.99), atMost: 15, unit: ' ms' },
  ]
  return { rows: [...samples].map(row), bars, raw: Object.fromEntries(samples) }
}

function row([name, times]: [string, number[]]) {
  return {
    query: name,
    'p50 ms': rounded(quantile(times, 0.5)),
    'p99 ms': rounded(quantile(times, 0.99)),
  }
}

/** Milliseconds per query. */
async function timed<Input>(
  inputs: readonly Input[],
  ask: (input: Input) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (const input of inputs) {
    const from = performance.now()
    await ask(input)
    times.push(performance.now() - from)
  }
  return times
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
