import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Kysely, sql, type Transaction } from 'kysely'
import { invalidate } from '#server/cache-invalidation.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { createSearchTables, indexBands, SEARCH_TABLES } from '#server/db/search-tables.ts'
import type { Deps } from '#server/deps.ts'
import { SYNONYMS_VERSION } from '#server/search/text/synonyms.ts'
import { documentsOf, openDocumentSource } from './document-source.ts'
import { addToIndex, lockIndex } from './index-source.ts'
import { FullTextPieces, prepareForBulk } from './merge-full-text.ts'
import { step } from './rebuild-step.ts'
import { SteadyReads } from './steady-reads.ts'
import { countClips, WORTH_A_THREAD } from './worth-a-thread.ts'
import { WriteAheadLog } from './write-ahead-log.ts'
import { BatchWriter } from './write-batches.ts'
import { NEXT, table, writeVocabulary } from './write-index.ts'

/** Clips to a transaction, which others who write wait for: a tenth of a second. */
const BATCH = 4_000

interface Progress {
  /** Clips written so far. */
  done: number
}

export interface RebuildOptions {
  onProgress?: (progress: Progress) => void
  batch?: number
  /** Where `db` is, for threads that read the clips of a large catalogue meanwhile. */
  database?: DatabaseConfig | undefined
  threads?: number
  /** Clips from which threads are worth their start. */
  fewest?: number
}

/**
 * Builds the index anew beside the one in use, the most popular clip first, and swaps the two. Readers see the one or
 * the other, whole. Clips published, changed or removed meanwhile are in it. Killed at any moment it leaves the index
 * in use as it is, and the next rebuild starts afresh. Returns the number of clips.
 * @throws AppError('unavailable') where another rebuild began meanwhile: the last to begin wins
 */
export async function rebuildIndex(
  { db }: Pick<Deps, 'db'>,
  { onProgress, batch = BATCH, database, threads = THREADS, fewest = WORTH_A_THREAD }: RebuildOptions = {},
): Promise<number> {
  const rebuild = randomUUID()
  await begin(db, rebuild)
  const clips = await countClips(db)
  const isSqlite = engineOf(db) === 'sqlite'
  const pieces = isSqlite && new FullTextPieces(db, rebuild, { batches: Math.ceil(clips / batch) })
  const reads = new SteadyReads()
  const log = isSqlite && new WriteAheadLog(db, reads)
  if (log) await log.begin()
  const source = openDocumentSource(db, {
    database,
    threads: clips >= fewest ? threads : 0,
    steady: isSqlite ? reads.shared : undefined,
  })
  const writer = new BatchWriter(db, rebuild)
  let done = 0
  try {
    for await (const rows of documentsOf(db, source, batch)) {
      if (rows.numbers.ids.length === 0) continue
      await writer.write(rows)
      done += rows.numbers.ids.length
      if (pieces) await pieces.batchWritten()
      if (log) await log.batchWritten()
      onProgress?.({ done })
      await new Promise(setImmediate)
    }
    await writer.finish()
    const vocabulary = await source.vocabulary()
    await step(db, rebuild, (trx) => writeVocabulary(trx, NEXT, vocabulary))
  } finally {
    await source.close()
    if (log) await log.end()
  }
  if (pieces) await pieces.finish()
  else {
    await step(db, rebuild, addReference)
    await step(db, rebuild, indexNext)
  }
  await step(db, rebuild, swap)
  await dropTables(db, '_old')
  await analyse(db)
  return done
}

/** More read no faster than one thread can write. On a single core they would only take turns. */
const THREADS = availableParallelism() > 1 ? 2 : 0

async function begin(db: Kysely<Database>, rebuild: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockIndex(trx)
    await trx
      .insertInto('search_state')
      .values({ key: 'rebuild', value: rebuild })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: rebuild }))
      .execute()
    await trx.deleteFrom('search_changes').execute()
    for (const name of SEARCH_TABLES) await trx.schema.dropTable(`${name}${NEXT}`).ifExists().execute()
    await createSearchTables(trx, NEXT)
    if (engineOf(trx) === 'sqlite') await prepareForBulk(trx)
    else await dropReference(trx)
  })
}

const NEXT_RANKS = table('source_ranks', NEXT)

/** Checked row by row, it would lock, and so write, every clip of the catalogue. */
async function dropReference(trx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and conrelid = cast(${`source_ranks${NEXT}`} as regclass)`.execute(trx)
  for (const { name } of rows)
    await sql`alter table ${NEXT_RANKS} drop constraint ${sql.id(name)}`.execute(trx)
}

/** For what is written from now on; what is there already is checked by itself, when nobody waits for the catalogue. */
async function addReference(trx: Transaction<Database>): Promise<void> {
  await sql`
    alter table ${NEXT_RANKS} add constraint ${REFERENCE}
    foreign key (source_id) references sources on delete cascade not valid`.execute(trx)
}

const REFERENCE = sql.id('source_ranks_source')

/**
 * By two processes, each of which wants 32 MB; with less there is one, which takes twice as long. With more, the words
 * that they gather in memory outgrow the processor's caches, and it takes a fifth longer.
 */
async function indexNext(trx: Transaction<Database>): Promise<void> {
  await sql`alter table ${NEXT_RANKS} validate constraint ${REFERENCE}`.execute(trx)
  await sql`set local maintenance_work_mem = '64MB'`.execute(trx)
  await indexBands(trx, NEXT)
}

async function swap(trx: Transaction<Database>): Promise<void> {
  for (const name of SEARCH_TABLES) {
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
  for (const name of SEARCH_TABLES) await db.schema.dropTable(`${name}${suffix}`).ifExists().execute()
}

async function analyse(db: Kysely<Database>): Promise<void> {
  for (const name of SEARCH_TABLES)
    if (name !== 'source_search') await sql`analyze ${table(name, '')}`.execute(db)
}
