import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import {
  GOLDEN_SETS,
  type GoldenQuery,
  goldenClips,
  goldenQueries,
} from '../tests/search/golden/golden-set.ts'
import {
  type AnswerJudgement,
  type Judgement,
  judgeAnswer,
  meanOf,
  successShare,
} from '../tests/search/golden/judge.ts'
import { startPostgres } from '../tests/support/database/postgres-server.ts'
import { publish } from '../tests/support/search-library.ts'
import type { BenchOptions } from './support/load/options.ts'
import { report, rounded } from './support/load/report.ts'
import { scratchFolder } from './support/scratch.ts'

const WANTED = 0.9

/**
 * Whether search finds what buyers mean, on the judged queries of tests/search/golden. A query succeeds by its exact clips,
 * or by the closest group if none is exact.
 * `--set=dev|…|held-out-4` (any of the golden sets) for one part, `--engine=postgres`, `--quiet` hides failures. Failures of
 * held-out sets are printed only when one is chosen: rules tuned on them could no longer be measured by them.
 */
export async function run(options: BenchOptions): Promise<void> {
  const sets = GOLDEN_SETS.filter((set) => options.set === undefined || set === options.set)
  if (sets.length === 0) throw new Error(`--set must be one of ${GOLDEN_SETS.join(', ')}`)
  const engine: Engine = options.engine === 'postgres' ? 'postgres' : 'sqlite'
  const { db, close } = await open(engine)
  try {
    for (const clip of goldenClips()) await publish(db, clip)
    for (const set of sets) {
      const ours = await judgeAll(db, goldenQueries(set))
      report({
        name: ['relevance', set, ...(engine === 'postgres' ? [engine] : [])].join('-'),
        rows: ['all kinds', ...kindsOf(ours)].map((kind) => row(kind, ours)),
        bars: [{ what: 'success share of all kinds', value: successShare(ours), atLeast: WANTED }],
        raw: ours,
        notes: [
          `${goldenClips().length} clips on ${engine}, ${ours.length} queries, of which those succeed whose precision and recall of the first ten are both at least 0.8`,
          failuresOf(ours),
        ],
      })
      if (!options.quiet && (!set.startsWith('held-out') || set === options.set)) printFailures(ours)
    }
  } finally {
    await close()
  }
}

/** Also how often wrong clips were shown, right ones missed, or both. */
function failuresOf(judgements: readonly Judgement[]): string {
  const failed = judgements.filter(({ succeeded }) => !succeeded)
  const count = (isWrong: boolean, isMissing: boolean) =>
    failed.filter(({ wrong, missing }) => wrong.length > 0 === isWrong && missing.length > 0 === isMissing)
      .length
  return `of ${failed.length} failures, ${count(false, true)} only miss clips, ${count(true, false)} only show wrong ones, ${count(true, true)} do both`
}

const kindsOf = (judgements: readonly Judgement[]) => [...new Set(judgements.map(({ query }) => query.kind))]

async function open(engine: Engine): Promise<{ db: Kysely<Database>; close: () => Promise<void> }> {
  const server = engine === 'postgres' ? await startPostgres() : undefined
  const db = await openDatabase(
    server
      ? { engine: 'postgres', url: server.urlOf('postgres'), poolSize: 1 }
      : { engine: 'sqlite', file: join(scratchFolder('relevance'), 'nagare.db') },
  )
  await migrateToLatest(db)
  const close = async () => {
    await db.destroy()
    await server?.stop()
  }
  return { db, close }
}

async function judgeAll(db: Kysely<Database>, queries: readonly GoldenQuery[]): Promise<AnswerJudgement[]> {
  const judged: AnswerJudgement[] = []
  for (const query of queries) {
    judged.push(judgeAnswer(query, await searchSources({ db }, { text: query.text, offset: 0 })))
  }
  return judged
}

function row(kind: string, all: readonly AnswerJudgement[]): Record<string, string | number> {
  const judged = all.filter(({ query }) => kind === 'all kinds' || query.kind === kind)
  const nDCG = rounded(meanOf(judged, ({ ndcg }) => ndcg))
  const behind = (which: 'shown' | 'right') => judged.reduce((sum, one) => sum + one.behind[which], 0)
  return {
    kind,
    queries: judged.length,
    succeed: rounded(successShare(judged)),
    nDCG,
    ...apart(judged),
    'close behind exact': behind('shown'),
    'of them right': behind('right'),
    'first ten': rounded(successShare(judged.map(({ whole }) => whole))),
  }
}

/** How many queries have exact clips, and how many of these succeed; then the same of those with close clips alone. */
function apart(judged: readonly AnswerJudgement[]): Record<string, string> {
  const share = (some: readonly AnswerJudgement[]) =>
    `${some.filter(({ succeeded }) => succeeded).length}/${some.length}`
  return {
    exact: share(judged.filter(({ onlyClose }) => !onlyClose)),
    'only close': share(judged.filter(({ onlyClose }) => onlyClose)),
  }
}

function printFailures(judgements: readonly Judgement[]): void {
  for (const { query, succeeded, missing, wrong } of judgements) {
    if (succeeded) continue
    console.log(`${query.kind}: ${query.text}`)
    if (missing.length > 0) console.log(`  missing ${missing.join(' ')}`)
    if (wrong.length > 0) console.log(`  wrong ${wrong.join(' ')}`)
  }
}
