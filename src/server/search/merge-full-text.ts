import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { step } from './rebuild-index.ts'
import { NEXT, table } from './write-index.ts'

/** Pages of work in one transaction. */
const PAGES = 2_000

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
    if (changed < 2) return
    await new Promise(setImmediate)
  }
}

async function changes(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]!.changes
}
