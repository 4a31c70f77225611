import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { type Engine, engineOf } from '#server/db/engine.ts'
import { inParts } from '#server/db/in-parts.ts'
import { lockUntilCommit } from '#server/db/locks.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import {
  createSearchTables,
  indexBand,
  SEARCH_BANDS,
  SEARCH_TABLES,
} from '#server/db/search/search-tables.ts'
import type { Deps } from '#server/deps.ts'
import { indexVersion } from '#server/search/text/synonyms.ts'
import { type ClipDocument, clipDocument } from './clip-document.ts'
import { endBulk, mergePieces, prepareForBulk } from './merge-full-text.ts'
import { RANK_GAP } from './ranks.ts'
import { reindexAround } from './reindex-sources.ts'
import { clipsByPopularity, type SearchedClip } from './searched-clips.ts'
import { Vocabulary, writeVocabulary } from './vocabulary.ts'
import { NEXT, runThenYield, storeWords, table, writeDocuments } from './write-index.ts'

/** Clips in memory at once of those that changed meanwhile. */
const CHANGED_AT_ONCE = 500

/** Suffix of the tables that were replaced. */
const OLD = '_old'

/** Clips per transaction: about a tenth of a second, during which other writers wait. */
const BATCH = 2_000

/** Batches after which SQLite's pieces are merged: each batch is one, and FTS5 allows at most 2,000. */
const MOST_PIECES = 1_000

export interface RebuildOptions {
  /** Called after each batch with the number of clips read so far. */
  onProgress?: (progress: { done: number }) => void
  batch?: number
  /** Called for a clip whose texts cannot be read; it is found by its filters only. */
  onUnreadable?: ((id: number, error: unknown) => void) | undefined
}

/** Runs a transaction of one rebuild. @throws AppError('unavailable') once another rebuild has begun */
type Step = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>

/**
 * Builds the index beside the one in use and swaps the two; includes clips that change meanwhile. If it is killed, the
 * index in use stays. Returns the number of clips. @throws AppError('unavailable') if another rebuild began meanwhile:
 * the last one wins
 */
export async function rebuildIndex(
  { db }: Pick<Deps, 'db'>,
  { onProgress, batch = BATCH, onUnreadable }: RebuildOptions = {},
): Promise<number> {
  const rebuild = randomUUID()
  const isSqlite = engineOf(db) === 'sqlite'
  const step: Step = (work) => runThenYield(db, () => runStep(db, rebuild, work))
  const vocabulary = new Vocabulary()
  let done = 0
  await begin(db, rebuild)
  for await (const clips of clipsByPopularity(db, batch)) {
    const documents = clips.map((clip) => readableDocument(clip, engineOf(db), onUnreadable))
    for (const document of documents) vocabulary.add(document)
    await step(async (trx) => {
      await storeWords(trx, documents)
      await writeBatch(trx, documents, done)
    })
    done += clips.length
    if (isSqlite && done % (batch * MOST_PIECES) === 0) await mergePieces(step)
    onProgress?.({ done })
    await new Promise(setImmediate)
  }
  await writeVocabulary(step, NEXT, vocabulary)
  if (isSqlite) {
    await mergePieces(step)
    await step(endBulk)
  } else await indexTokens(db, rebuild)
  await step(swap)
  await discardTables(db, OLD)
  for (const name of isSqlite ? COMPARED : ['library', 'source_texts', ...COMPARED])
    await runThenYield(db, () => sql`analyze ${table(name, '')}`.execute(db))
  return done
}

function readableDocument(
  clip: SearchedClip,
  engine: Engine,
  onUnreadable: RebuildOptions['onUnreadable'],
): ClipDocument {
  try {
    return clipDocument(clip, engine)
  } catch (error) {
    onUnreadable?.(clip.id, error)
    const texts = { title: '', title_ja: '', description: '', description_ja: '' }
    return clipDocument({ ...clip, ...texts, keywords: '[]', keywords_ja: '[]' }, engine)
  }
}

async function begin(db: Db, rebuild: string): Promise<void> {
  // Tables that killed rebuilds left. PostgreSQL drops tables at once, below and at the swap.
  if (engineOf(db) === 'sqlite') for (const suffix of [NEXT, OLD]) await discardTables(db, suffix)
  await db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'index')
    await trx
      .insertInto('search_state')
      .values({ key: 'rebuild', value: rebuild })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: rebuild }))
      .execute()
    await trx.deleteFrom('search_changes').execute()
    await dropTables(trx, NEXT)
    await createSearchTables(trx, NEXT)
    if (engineOf(trx) === 'sqlite') await prepareForBulk(trx)
  })
}

function runStep<Result>(db: Db, rebuild: string, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'index')
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

/** Writes clips behind the `done` more popular ones. Clips changed since the rebuild began follow at its end. */
async function writeBatch(trx: Trx, documents: readonly ClipDocument[], done: number): Promise<void> {
  const changes = await trx.selectFrom('search_changes').select('source_id').execute()
  const changed = new Set(changes.map(({ source_id }) => source_id))
  const ranked = documents.map((document, at) => ({ rank: RANK_GAP * (done + at + 1), document }))
  const unchanged = ranked.filter(({ document }) => !changed.has(document.id))
  await writeDocuments(trx, NEXT, unchanged)
}

/** Concurrently, so that publishers can write. More memory makes it a fifth slower: words outgrow the CPU caches. */
async function indexTokens(db: Db, rebuild: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set maintenance_work_mem = '64MB'`.execute(connection)
    try {
      for (const band of SEARCH_BANDS) {
        await runStep(connection, rebuild, async () => {})
        await indexBand(connection, { band, suffix: NEXT, concurrently: true })
      }
    } finally {
      await sql`reset maintenance_work_mem`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function swap(trx: Trx): Promise<void> {
  await dropTables(trx, OLD)
  for (const name of SEARCH_TABLES) {
    await rename(trx, name, `${name}${OLD}`)
    await rename(trx, `${name}${NEXT}`, name)
  }
  await trx.deleteFrom('search_state').where('key', 'in', ['rebuild', 'synonyms']).execute()
  await trx.insertInto('search_state').values({ key: 'synonyms', value: indexVersion() }).execute()
  const changed = await trx.selectFrom('search_changes').select('source_id').orderBy('source_id').execute()
  for (const part of inParts(changed, CHANGED_AT_ONCE)) {
    const ids = part.map(({ source_id }) => source_id)
    await reindexAround(trx, ids, async () => {})
  }
  await trx.deleteFrom('search_changes').execute()
  await invalidate(trx, ['clips'])
}

/** Renames a table and, on PostgreSQL, its indexes, whose names the next rebuild needs again. */
async function rename(trx: Trx, from: string, to: string): Promise<void> {
  await trx.schema.alterTable(from).renameTo(to).execute()
  if (engineOf(trx) === 'sqlite') return
  const indexes = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema() and tablename = ${to}`.execute(
    trx,
  )
  for (const { name } of indexes.rows)
    await sql`alter index ${sql.id(name)} rename to ${sql.id(name.replace(from, to))}`.execute(trx)
}

/**
 * To drop a large table, SQLite reads all of it in one transaction, seconds on a busy disk: so it is emptied in steps.
 */
async function discardTables(db: Db, suffix: string): Promise<void> {
  if (engineOf(db) === 'postgres') return dropTables(db, suffix)
  const large = [`source_ranks${suffix}`, `source_texts${suffix}`, `source_search${suffix}_data`]
  for (const name of large) await emptyAndDrop(db, discarded(name))
  await runThenYield(db, () =>
    db.transaction().execute(async (trx) => {
      for (const name of large)
        if (await exists(trx, name)) await trx.schema.alterTable(name).renameTo(discarded(name)).execute()
      await dropTables(trx, suffix)
      if (suffix === NEXT) await trx.deleteFrom('search_state').where('key', '=', 'rebuild').execute()
    }),
  )
  for (const name of large) await emptyAndDrop(db, discarded(name))
}

const discarded = (name: string) => `discarded_${name}`

/** Rows deleted per transaction: a few megabytes. */
const ROWS_EMPTIED = 4_000

async function emptyAndDrop(db: Db, name: string): Promise<void> {
  if (!(await exists(db, name))) return
  const some = sql`select rowid from ${sql.id(name)} limit ${ROWS_EMPTIED}`
  const empty = () => sql`delete from ${sql.id(name)} where rowid in (${some})`.execute(db)
  while ((await runThenYield(db, empty)).numAffectedRows! > 0);
  await runThenYield(db, () => db.schema.dropTable(name).execute())
}

async function exists(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where name = ${name}`.execute(db)
  return rows.length > 0
}

async function dropTables(db: Db, suffix: string): Promise<void> {
  for (const name of SEARCH_TABLES) await db.schema.dropTable(`${name}${suffix}`).ifExists().execute()
}

/**
 * Tables with several indexes to choose from. For the others, SQLite would read the whole table and gain nothing.
 * PostgreSQL reads samples; before it knows that most clips are published, it reads clips by id from a list's index.
 */
const COMPARED = ['source_ranks', 'search_words', 'search_keywords']
