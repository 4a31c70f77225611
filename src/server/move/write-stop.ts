import { sql } from 'kysely'
import { WRITES_STOPPED } from '#server/db/database-error.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { movedTables } from './moved-tables.ts'

const TRIGGER = 'writes_stopped'
const EVENTS = ['insert', 'update', 'delete'] as const

/**
 * Makes the database itself refuse every write, of all processes, until allowWrites(). Waits for running writes. It
 * outlives this process, so nothing can be written to a database that has moved.
 */
export async function stopWrites(db: Db): Promise<void> {
  const tables = await movedTables(db)
  const isSqlite = engineOf(db) === 'sqlite'
  await db.transaction().execute(async (trx) => {
    if (!isSqlite)
      await sql
        .raw(
          `create or replace function refuse_stopped_write() returns trigger language plpgsql as
          $$ begin raise exception '${WRITES_STOPPED}'; end $$`,
        )
        .execute(trx)
    for (const { name } of tables)
      for (const statement of isSqlite ? onSqlite(name) : onPostgres(name))
        await sql.raw(statement).execute(trx)
  })
}

/** Allows writes again. */
export async function allowWrites(db: Db): Promise<void> {
  const triggers = await stopTriggers(db)
  const isSqlite = engineOf(db) === 'sqlite'
  await db.transaction().execute(async (trx) => {
    for (const { name, on } of triggers)
      await sql.raw(isSqlite ? `drop trigger "${name}"` : `drop trigger "${name}" on "${on}"`).execute(trx)
  })
}

/** Whether the database refuses writes. */
export async function writesAreStopped(db: Db): Promise<boolean> {
  return (await stopTriggers(db)).length > 0
}

/** SQLite has no statement triggers: an UPDATE that matches no row passes, and changes nothing. */
function onSqlite(table: string): string[] {
  return EVENTS.map(
    (event) =>
      `create trigger if not exists "${TRIGGER}_${event}_${table}" before ${event} on "${table}"
      begin select raise(abort, '${WRITES_STOPPED}'); end`,
  )
}

function onPostgres(table: string): string[] {
  return [
    `create or replace trigger "${TRIGGER}" before insert or update or delete or truncate on "${table}"
    for each statement execute function refuse_stopped_write()`,
  ]
}

async function stopTriggers(db: Db): Promise<{ name: string; on: string }[]> {
  const list =
    engineOf(db) === 'sqlite'
      ? sql<{ name: string; on: string }>`
          select name, tbl_name as "on" from sqlite_master
          where type = 'trigger' and name like ${`${TRIGGER}\\_%`} escape '\\'`
      : sql<{ name: string; on: string }>`
          select t.tgname as name, c.relname as "on" from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where t.tgname = ${TRIGGER} and c.relnamespace = current_schema()::regnamespace`
  return (await list.execute(db)).rows
}
