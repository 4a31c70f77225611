import { type Kysely, sql, type Transaction } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { type IndexRows, type NarrowingRows, withoutClips } from './index-rows.ts'
import { RANK_GAP } from './ranks.ts'
import { step } from './rebuild-step.ts'
import { deleteRank, NEXT, type Ranked, writeRanks, writeTexts } from './write-index.ts'

/**
 * Batches whose ranks are written in one transaction, again a tenth of a second. They are looked up by clip, too, and
 * the clips of even one batch lie on nearly all pages of that index, each of which is written anew for it.
 */
const BATCHES_OF_RANKS = 8

/** Writes the tables that a rebuild fills, batch after batch, the most popular clips first. */
export class BatchWriter {
  readonly #db: Kysely<Database>
  readonly #rebuild: string
  /** Written all but their ranks. */
  #unranked: Ranked<NarrowingRows>[] = []
  #clips = 0

  constructor(db: Kysely<Database>, rebuild: string) {
    this.#db = db
    this.#rebuild = rebuild
  }

  /** Clips that changed since the rebuild began are left to its end. */
  async write(rows: IndexRows): Promise<void> {
    await this.#step(async (trx) => {
      const unchanged = withoutClips(rows, await changedClips(trx))
      const ranks = unchanged.numbers.ids.map((_, at) => RANK_GAP * (this.#clips + at + 1))
      await writeTexts(trx, NEXT, { ranks, rows: unchanged })
      const { numbers, texts } = unchanged
      this.#unranked.push({ ranks, rows: { numbers, texts: { categories: texts.categories } } })
    })
    this.#clips += rows.numbers.ids.length
    if (this.#unranked.length >= BATCHES_OF_RANKS) await this.#writeRanks()
  }

  /** To be called behind the last batch. */
  async finish(): Promise<void> {
    await this.#writeRanks()
  }

  /** A clip that changed since its texts were written is not to be found by them: its rank was not known yet. */
  async #writeRanks(): Promise<void> {
    const unranked = this.#unranked
    this.#unranked = []
    await this.#step(async (trx) => {
      const changed = await changedClips(trx)
      for (const { ranks, rows } of unranked) {
        const isChanged = (at: number) => changed.has(rows.numbers.ids[at]!)
        for (const [at, rank] of ranks.entries()) if (isChanged(at)) await deleteRank(trx, NEXT, rank)
        const left = ranks.filter((_, at) => !isChanged(at))
        await writeRanks(trx, NEXT, { ranks: left, rows: withoutClips(rows, changed) })
      }
    })
  }

  #step(work: (trx: Transaction<Database>) => Promise<void>): Promise<void> {
    return withoutReferences(this.#db, (db) => step(db, this.#rebuild, work))
  }
}

async function changedClips(trx: Transaction<Database>): Promise<Set<number>> {
  const changed = await trx.selectFrom('search_changes').select('source_id').execute()
  return new Set(changed.map(({ source_id }) => source_id))
}

/**
 * Lets SQLite write clips without looking each up in the catalogue, which reads a page of it for every one. Those removed
 * since they were read are known from search_changes. PostgreSQL's tables have no reference until the end.
 */
async function withoutReferences<Result>(
  db: Kysely<Database>,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  if (engineOf(db) === 'postgres') return work(db)
  return db.connection().execute(async (connection) => {
    await sql`pragma foreign_keys = off`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`pragma foreign_keys = on`.execute(connection)
    }
  })
}
