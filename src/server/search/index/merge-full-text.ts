import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { step } from './rebuild-step.ts'
import { NEXT, table } from './write-index.ts'

/** Work in one transaction, in a unit of FTS5's own: a tenth of a second, for which others who write wait. */
const PAGES = 2_000
const HASH_BYTES = 16_000_000
/** Pieces that are merged at a time, and those of one level that are merged at once; FTS5's own numbers when in use. */
const USUAL = { automerge: 4, crisismerge: 16 }
const NEVER = { automerge: 0, crisismerge: 1999 }
/**
 * Of all batches, those in a large piece. There are two of these and a smaller one, which alone is left to be merged when
 * nobody reads clips any more. A word is read from three places as fast as from one; four would be merged by FTS5.
 */
const LARGE_PIECE = 0.4

/** FTS5 itself shall merge nothing while all is written: it would bring each word from piece to piece several times. */
export async function prepareForBulk(trx: Transaction<Database>): Promise<void> {
  await configure(trx, 'hashsize', HASH_BYTES)
  for (const [setting, value] of Object.entries(NEVER)) await configure(trx, setting, value)
}

/** A literal, since a number that is bound is a fraction to FTS5. */
async function configure(trx: Transaction<Database>, setting: string, value: number): Promise<void> {
  const name = table('source_search', NEXT)
  await sql`insert into ${name} (${name}, rank) values (${setting}, ${sql.lit(value)})`.execute(trx)
}

/**
 * Brings the pieces that FTS5 writes, one a batch, into a few, each word once: most of them while the next clips are
 * being read, so that both go on at the same time.
 */
export class FullTextPieces {
  readonly #db: Kysely<Database>
  readonly #rebuild: string
  readonly #batchesToPiece: number
  #batches = 0
  #merging = false

  constructor(db: Kysely<Database>, rebuild: string, { batches }: { batches: number }) {
    this.#db = db
    this.#rebuild = rebuild
    this.#batchesToPiece = Math.ceil(batches * LARGE_PIECE)
  }

  /** To be called after each batch. */
  async batchWritten(): Promise<void> {
    this.#batches++
    if (this.#batches % this.#batchesToPiece === 0) this.#merging = true
    if (this.#merging) this.#merging = await this.#merge()
  }

  /** Merges what is left, for the index to be used. */
  async finish(): Promise<void> {
    while (await this.#merge()) await new Promise(setImmediate)
    await step(this.#db, this.#rebuild, async (trx) => {
      for (const [setting, value] of Object.entries(USUAL)) await configure(trx, setting, value)
    })
  }

  /** Whether there was something to merge (sqlite.org/fts5.html, "The 'merge' Command"). */
  async #merge(): Promise<boolean> {
    const name = table('source_search', NEXT)
    return step(this.#db, this.#rebuild, async (trx) => {
      const before = await changes(trx)
      await sql`insert into ${name} (${name}, rank) values ('merge', ${sql.lit(PAGES)})`.execute(trx)
      // One change is the command itself.
      return (await changes(trx)) - before > 1
    })
  }
}

async function changes(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]!.changes
}
