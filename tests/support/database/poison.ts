import { type Kysely, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'

interface Poison {
  table: string
  on: 'insert' | 'update' | 'delete'
  /** Condition on NEW or OLD; without one every row. */
  when?: string
  /** A statement that runs instead of the refusal. */
  does?: string
}

let made = 0

/** Lets the database refuse every write of this kind, as a damaged row or a broken rule does. Returns the cure. */
export async function poison(
  db: Kysely<Database>,
  { table, on, when = 'true', does }: Poison,
): Promise<() => Promise<void>> {
  const name = `poison_${++made}`
  const run = (statement: string) => sql.raw(statement).execute(db)
  const isSqlite = engineOf(db) === 'sqlite'
  if (isSqlite)
    await run(`create trigger ${name} before ${on} on ${table} for each row when ${when}
      begin ${does ?? "select raise(abort, 'poisoned row')"}; end`)
  else {
    await run(`create function ${name}() returns trigger language plpgsql as
      $$ begin ${does ?? "raise exception 'poisoned row'"}; return coalesce(NEW, OLD); end $$`)
    await run(
      `create trigger ${name} before ${on} on ${table} for each row when (${when}) execute function ${name}()`,
    )
  }
  // Databases are used again by other tests.
  const cure = async () => {
    await run(isSqlite ? `drop trigger if exists ${name}` : `drop function if exists ${name} cascade`)
  }
  onTestFinished(cure)
  return cure
}
