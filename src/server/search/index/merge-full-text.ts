import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { NEXT, table } from './write-index.ts'

/** Pages merged per transaction: about a twentieth of a second, during which other writers wait. */
const PAGES = 1_000
/** FTS5's defaults. */
const USUAL = { automerge: 4, crisismerge: 16 }
/** One piece per batch, without merging in between, which would write each word several times. */
const BULK = { hashsize: 16_000_000, automerge: 0, crisismerge: 1999 }

/** Prepares the full-text table for a rebuild. */
export function prepareForBulk(trx: Db): Promise<void> {
  return configure(trx, BULK)
}

/** Merges the table's pieces, one a batch, into one (sqlite.org/fts5.html, "The 'merge' Command"). */
export async function mergePieces(
  step: <Result>(work: (trx: Db) => Promise<Result>) => Promise<Result>,
): Promise<void> {
  // A negative number puts all pieces into one merge; positive numbers continue it.
  let merging = await step((trx) => merge(trx, -PAGES))
  while (merging) merging = await step((trx) => merge(trx, PAGES))
}

/** Lets FTS5 merge after each write again. */
export function endBulk(trx: Db): Promise<void> {
  return configure(trx, USUAL)
}

/** Returns whether there was something to merge. */
async function merge(trx: Db, pages: number): Promise<boolean> {
  const before = await totalChanges(trx)
  await configure(trx, { merge: pages })
  // The command itself is one change.
  return (await totalChanges(trx)) - before > 1
}

async function totalChanges(trx: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(trx)
  return rows[0]!.changes
}

/** Values are literals, since FTS5 reads a bound number as a fraction. */
async function configure(trx: Db, settings: Record<string, number>): Promise<void> {
  const name = table('source_search', NEXT)
  for (const [setting, value] of Object.entries(settings))
    await sql`insert into ${name} (${name}, rank) values (${setting}, ${sql.lit(value)})`.execute(trx)
}
