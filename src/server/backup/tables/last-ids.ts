import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import type { BackupTable } from './backup-tables.ts'

/** The last id per table: a deleted row's id is never given again. */
async function lastIds(db: Db): Promise<Map<string, number>> {
  const query =
    engineOf(db) === 'sqlite'
      ? sql<{ name: string; last: number }>`select name, seq as last from sqlite_sequence`
      : sql<{ name: string; last: number }>`
          select c.relname as name, coalesce(s.last_value, s.start_value - 1) as last
          from pg_attribute a
          join pg_class c on c.oid = a.attrelid and c.relnamespace = current_schema()::regnamespace
          join pg_depend d on d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype = 'i'
          join pg_class q on q.oid = d.objid and q.relkind = 'S'
          join pg_sequences s on s.schemaname = current_schema() and s.sequencename = q.relname
          where a.attidentity <> ''`
  const { rows } = await query.execute(db)
  return new Map(rows.map(({ name, last }) => [name, last]))
}

/** Continues the numbering of ids in the target. */
export async function copyLastIds(
  { from, to }: { from: Db; to: Db },
  tables: readonly BackupTable[],
): Promise<void> {
  const last = await lastIds(from)
  await to.transaction().execute(async (trx) => {
    for (const { name, key } of tables) {
      const given = last.get(name) ?? 0
      if (given === 0) continue
      if (engineOf(trx) === 'postgres') {
        await sql`select setval(pg_get_serial_sequence(${name}, ${key[0]}), ${given})`.execute(trx)
        continue
      }
      await sql`delete from sqlite_sequence where name = ${name}`.execute(trx)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${given})`.execute(trx)
    }
  })
}
