import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { step } from './rebuild-index.ts'
import { NEXT, table } from './write-index.ts'

/** Pages of work in one transaction. */
const PAGES = 2_000
const HASH_BYTES = 16_000_000
/** Pieces that are merged at a time, and those of one level that are merged at once; FTS5's own numbers when in use. */
const USUAL = { automerge: 4, crisismerge: 16 }
const NEVER = { automerge: 0, crisismerge: 1999 }

/** Nothing is merged until the end, and then each word once. */
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
 * Brings a fresh FTS5 index into one piece, step by step, so that a word is read from one place. A first negative
 * number of pages says that all pieces are to become one (sqlite.org/fts5.html, "The 'merge' Command").
 */
export async function mergeFullText(db: Kysely<Database>, rebuild: string): Promise<void> {
  const name = table('source_search', NEXT)
  for (let pages = -PAGES; ; pages = PAGES) {
    const changed = await step(db, rebuild, async (trx) => {
      const before = await changes(trx)
      await sql`insert into ${name} (${name}, rank) values ('merge', ${pages})`.execute(trx)
      return (await changes(trx)) - before
    })
    // One change is the command itself.
    if (changed < 2) break
    await new Promise(setImmediate)
  }
  await step(db, rebuild, async (trx) => {
    for (const [setting, value] of Object.entries(USUAL)) await configure(trx, setting, value)
  })
}

async function changes(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]!.changes
}
