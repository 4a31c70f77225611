import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { engineOf } from '#server/db/engine.ts'
import { createSearchTables, indexTokens } from '#server/db/migrations/0009-search-tokens.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { clipDocument } from './clip-document.ts'
import { addToIndex, lockIndex, searchedClips } from './index-source.ts'
import { mergeFullText, prepareForBulk } from './merge-full-text.ts'
import { RANK_GAP } from './ranks.ts'
import { SYNONYMS_VERSION } from './synonyms.ts'
import {
  count,
  emptyVocabulary,
  NEXT,
  type RankedDocument,
  table,
  type Vocabulary,
  writeDocuments,
  writeVocabulary,
} from './write-index.ts'

const TABLES = ['source_ranks', 'source_search', 'search_words', 'search_keywords'] as const
/** Clips to a transaction, which others who write wait for: a third of a second. Reading takes as long, between them. */
const BATCH = 4_000

/** How far a rebuild has come. */
interface Place {
  popularity: number
  id: number
  rank: number
}

type Ranked = Place & RankedDocument

interface Progress {
  /** Clips read so far. */
  done: number
}

/**
 * Builds the index anew beside the one in use, the most popular clip first, and swaps the two. Readers see the one or
 * the other, whole. Clips published, changed or removed meanwhile are in it. Killed at any moment it leaves the index
 * in use as it is, and the next rebuild starts afresh. Returns the number of clips.
 * @throws AppError('unavailable') where another rebuild began meanwhile: the last to begin wins
 */
export async function rebuildIndex(
  { db }: Pick<Deps, 'db'>,
  { onProgress, batch = BATCH }: { onProgress?: (progress: Progress) => void; batch?: number } = {},
): Promise<number> {
  const rebuild = randomUUID()
  await begin(db, rebuild)
  const vocabulary = emptyVocabulary()
  let last: Place | undefined
  let done = 0
  while (true) {
    const ranked = await readBatch(db, last, batch)
    if (ranked.length === 0) break
    await step(db, rebuild, (trx) => writeBatch(trx, ranked, vocabulary))
    last = ranked.at(-1)
    done += ranked.length
    onProgress?.({ done })
    await new Promise(setImmediate)
  }
  await step(db, rebuild, (trx) => writeVocabulary(trx, NEXT, vocabulary))
  if (engineOf(db) === 'sqlite') await mergeFullText(db, rebuild)
  else await step(db, rebuild, (trx) => indexTokens(trx, NEXT))
  await step(db, rebuild, swap)
  await dropTables(db, '_old')
  await analyse(db)
  return done
}

async function begin(db: Kysely<Database>, rebuild: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockIndex(trx)
    await trx
      .insertInto('search_state')
      .values({ key: 'rebuild', value: rebuild })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: rebuild }))
      .execute()
    await trx.deleteFrom('search_changes').execute()
    for (const name of TABLES) await trx.schema.dropTable(`${name}${NEXT}`).ifExists().execute()
    await createSearchTables(trx, NEXT)
    if (engineOf(trx) === 'sqlite') await prepareForBulk(trx)
  })
}

/** One transaction of the rebuild, which ends where another has begun. */
export async function step<Result>(
  db: Kysely<Database>,
  rebuild: string,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockIndex(trx)
    // An index over a million clips takes longer to build than a request may.
    if (engineOf(trx) === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    const current = await trx
      .selectFrom('search_state')
      .select('value')
      .where('key', '=', 'rebuild')
      .executeTakeFirst()
    if (current?.value !== rebuild)
      throw new AppError('unavailable', 'another rebuild of the search index has begun')
    return work(trx)
  })
}

/** The next clips by popularity, read while others may write: what changes meanwhile is noted. */
async function readBatch(db: Kysely<Database>, last: Place | undefined, batch: number): Promise<Ranked[]> {
  const clips = await searchedClips(db)
    .select('sources.popularity')
    .$if(last !== undefined, (query) =>
      query
        .where('sources.popularity', '<=', last!.popularity)
        .where(({ not, and, eb }) =>
          not(and([eb('sources.popularity', '=', last!.popularity), eb('sources.id', '>=', last!.id)])),
        ),
    )
    .orderBy('sources.popularity', 'desc')
    .orderBy('sources.id', 'desc')
    .limit(batch)
    .execute()
  const first = (last?.rank ?? 0) + RANK_GAP
  return clips.map((clip, at) => ({
    popularity: clip.popularity,
    id: clip.id,
    rank: first + RANK_GAP * at,
    document: clipDocument(clip),
  }))
}

/** Clips that changed since the rebuild began are left to its end. */
async function writeBatch(
  trx: Transaction<Database>,
  ranked: Ranked[],
  vocabulary: Vocabulary,
): Promise<void> {
  const changed = await trx.selectFrom('search_changes').select('source_id').execute()
  const ids = new Set(changed.map(({ source_id }) => source_id))
  const unchanged = ranked.filter(({ id }) => !ids.has(id))
  for (const { document } of unchanged) count(vocabulary, document)
  await writeDocuments(trx, NEXT, unchanged)
}

async function swap(trx: Transaction<Database>): Promise<void> {
  for (const name of TABLES) {
    await trx.schema.dropTable(`${name}_old`).ifExists().execute()
    await rename(trx, name, `${name}_old`)
    await rename(trx, `${name}${NEXT}`, name)
  }
  await trx.deleteFrom('search_state').execute()
  await trx.insertInto('search_state').values({ key: 'synonyms', value: SYNONYMS_VERSION }).execute()
  const changed = await trx.selectFrom('search_changes').select('source_id').orderBy('source_id').execute()
  for (const { source_id } of changed) await addToIndex(trx, source_id)
  await trx.deleteFrom('search_changes').execute()
  await invalidate(trx, ['clips'])
}

/** Of a table and, on PostgreSQL, of its indexes, whose names the next rebuild needs again. */
async function rename(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  await trx.schema.alterTable(from).renameTo(to).execute()
  if (engineOf(trx) === 'sqlite') return
  const indexes = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema() and tablename = ${to}`.execute(
    trx,
  )
  for (const { name } of indexes.rows)
    await sql`alter index ${sql.id(name)} rename to ${sql.id(name.replace(from, to))}`.execute(trx)
}

async function dropTables(db: Kysely<Database>, suffix: string): Promise<void> {
  for (const name of TABLES) await db.schema.dropTable(`${name}${suffix}`).ifExists().execute()
}

async function analyse(db: Kysely<Database>): Promise<void> {
  for (const name of TABLES) if (name !== 'source_search') await sql`analyze ${table(name, '')}`.execute(db)
}
