// Holds PostgreSQL until standard input closes, so that it stops even if the test run is killed.
import { once } from 'node:events'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { quickFolder } from '../run-folder.ts'
import { addResetFunction } from './postgres-reset.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** Copied for each test: faster than migrating. */
const TEMPLATE = 'migrated'

async function makeTemplate(server: PostgresServer): Promise<void> {
  const main = await openDatabase({ engine: 'postgres', url: server.urlOf('postgres'), poolSize: 1 })
  await sql`create database ${sql.id(TEMPLATE)}`.execute(main)
  await sql`create table test_databases (name text primary key, taken boolean not null)`.execute(main)
  await main.destroy()
  const template = await openDatabase({ engine: 'postgres', url: server.urlOf(TEMPLATE), poolSize: 1 })
  await migrateToLatest(template)
  await addResetFunction(template)
  await template.destroy()
}

// Ctrl-C reaches every process of the terminal; this one ends with its input.
process.on('SIGINT', () => {})
process.stdin.resume()
const inputEnded = once(process.stdin, 'close')

const server = await startPostgres({}, quickFolder())
try {
  await makeTemplate(server)
  console.log(JSON.stringify({ mainUrl: server.urlOf('postgres'), template: TEMPLATE }))
  await inputEnded
} finally {
  await server.stop()
}
