import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** Tables with rows, except those of the migrations. */
const WRITTEN = `relkind = 'r' and relnamespace = 'public'::regnamespace
  and relname not like 'kysely\\_%' and pg_relation_size(oid) > 0`

/** Bytes. New files for a table and its indexes cost more than removing a few rows. */
const LARGE = 65_536

/** Tables and indexes with object ids, columns and constraints. */
const TABLES = `
  select md5(string_agg(concat_ws(' ', oid, relname, relkind, relnatts, relchecks), ',' order by oid))
  from pg_class where relnamespace = 'public'::regnamespace`

/**
 * Adds `reset_database()` to a migrated database and so to its copies. It empties tables, restarts ids and restores
 * the migrations' own rows; it returns false if a test has changed the tables themselves. Takes a few ms of CPU, a
 * new copy 150.
 */
export async function addResetFunction(db: Kysely<Database>): Promise<void> {
  const [migrated] = await column(db, TABLES)
  const [last] = await column(db, 'select max(name) from kysely_migration')
  const seeds = [`delete from kysely_migration where name > '${last}';`]
  for (const table of await column(db, `select quote_ident(relname) from pg_class where ${WRITTEN}`)) {
    const [rows] = await column(db, `select quote_literal(json_agg(t)::text) from ${table} t`)
    seeds.push(`insert into ${table} select * from json_populate_recordset(null::${table}, ${rows});`)
  }
  await sql
    .raw(`create function reset_database() returns boolean language plpgsql as $$
      declare written text; large boolean;
      begin
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid();
        if (${TABLES}) is distinct from '${migrated}' then return false; end if;
        -- Audit records refuse to be removed.
        set local session_replication_role = replica;
        for written, large in select quote_ident(relname), pg_relation_size(oid) > ${LARGE} from pg_class where ${WRITTEN} loop
          execute case when large then 'truncate ' || written || ' cascade' else 'delete from ' || written end;
        end loop;
        set local session_replication_role = origin;
        perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
          from pg_sequences where last_value is not null;
        ${seeds.join('\n')}
        return true;
      end $$`)
    .execute(db)
}

async function column(db: Kysely<Database>, query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ value: string }>(`select value from (${query}) as t(value)`).execute(db)
  return rows.map(({ value }) => value)
}
