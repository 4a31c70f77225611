import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import { inject } from 'vitest'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Database } from '#server/db/schema.ts'

interface Pool {
  /** Lists the test databases. */
  main: Kysely<Database>
  mainUrl: string
  template: string
}

let opened: Promise<Pool> | undefined

export interface TakenPostgres {
  name: string
  config: DatabaseConfig
  db: Kysely<Database>
}

/** A migrated database as good as new, with a connection. Copies the template only if none is free. */
export async function takePostgres(): Promise<TakenPostgres> {
  while (true) {
    const name = (await takeFree()) ?? (await addCopy())
    const config = await configOf(name)
    // A test may have left a newer release's migration; the reset takes it away.
    const taken = { name, config, db: await openDatabase(config, { restoring: true }) }
    if (await isReset(taken)) return taken
  }
}

/** Empties it. False if a test has changed its tables: then it is gone. */
export async function isReset({ name, db }: TakenPostgres): Promise<boolean> {
  const { rows } = await sql<{ ready: boolean }>`select reset_database() as ready`.execute(db)
  if (rows[0]?.ready) return true
  await db.destroy()
  await drop(name)
  return false
}

/** Forgets what a test has set on the only connection. False if there are more, or none that works. */
export async function isQuiet({ db }: TakenPostgres): Promise<boolean> {
  try {
    await sql`discard all`.execute(db)
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pg_stat_activity where datname = current_database()`.execute(db)
    return rows[0]?.open === 1
  } catch {
    return false
  }
}

export async function giveBackPostgres(name: string): Promise<void> {
  const { main } = await pool()
  await sql`update test_databases set taken = false where name = ${name}`.execute(main)
}

/** A database without tables, which stays until the server ends. */
export async function createEmptyPostgres(): Promise<DatabaseConfig> {
  const name = `test_${randomUUID()}`
  await createDatabase(name, 'template0')
  return configOf(name)
}

async function takeFree(): Promise<string | undefined> {
  const { main } = await pool()
  const { rows } = await sql<{ name: string }>`
    update test_databases set taken = true
    where name = (select name from test_databases where not taken limit 1 for update skip locked)
    returning name`.execute(main)
  return rows[0]?.name
}

async function addCopy(): Promise<string> {
  const { main, template } = await pool()
  const name = `test_${randomUUID()}`
  await createDatabase(name, template)
  await sql`insert into test_databases values (${name}, true)`.execute(main)
  return name
}

async function createDatabase(name: string, template: string): Promise<void> {
  const { main } = await pool()
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(main)
}

async function drop(name: string): Promise<void> {
  const { main } = await pool()
  await sql`delete from test_databases where name = ${name}`.execute(main)
  await sql`drop database ${sql.id(name)} with (force)`.execute(main)
}

async function configOf(name: string): Promise<DatabaseConfig> {
  const { mainUrl } = await pool()
  return { engine: 'postgres', url: mainUrl.replace(/[^/]+$/, name), poolSize: 4 }
}

function pool(): Promise<Pool> {
  opened ??= openPool()
  return opened
}

/** Starts the run's PostgreSQL on the first call. */
async function openPool(): Promise<Pool> {
  const answer = await text(connect(inject('postgresBroker'), '127.0.0.1'))
  if (!answer) throw new Error('PostgreSQL did not start; its output is above')
  const { mainUrl, template } = JSON.parse(answer)
  const main = await openDatabase({ engine: 'postgres', url: mainUrl, poolSize: 1 })
  await sql`set statement_timeout = 0`.execute(main)
  return { main, mainUrl, template }
}
