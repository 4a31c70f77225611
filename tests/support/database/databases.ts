import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import { afterAll, describe, inject } from 'vitest'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'

/** Databases of one engine, all of them closed and removed by `close()`. */
export interface TestDatabases {
  engine: Engine
  /** A handle on a fresh, migrated database. */
  open(): Promise<Kysely<Database>>
  /** Where a fresh database is, for tests with several handles or processes; without tables where `empty`. */
  create(options?: { empty: boolean }): Promise<DatabaseConfig>
  /** One more handle on a database. */
  connect(config: DatabaseConfig): Promise<Kysely<Database>>
  close(): Promise<void>
}

/** The same suite on SQLite and on a real PostgreSQL: `open()` gives each test a fresh, migrated database. */
export function describeEachDatabase(
  name: string,
  suite: (open: TestDatabases['open'], databases: TestDatabases) => void,
): void {
  for (const databases of [sqliteDatabases(), postgresDatabases()]) {
    describe(`${name} (${databases.engine})`, () => {
      afterAll(() => databases.close())
      suite(databases.open, databases)
    })
  }
}

export function sqliteDatabases(): TestDatabases {
  const handles = openHandles()
  const folders: string[] = []

  const create = async ({ empty } = { empty: false }): Promise<DatabaseConfig> => {
    const folder = await mkdtemp(join(tmpdir(), 'nagare-sqlite-'))
    folders.push(folder)
    const config: DatabaseConfig = { engine: 'sqlite', file: join(folder, 'nagare.db') }
    if (!empty) await migrate(config)
    return config
  }
  const close = async () => {
    await handles.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  return {
    engine: 'sqlite',
    create,
    connect: handles.connect,
    open: async () => handles.connect(await create()),
    close,
  }
}

export function postgresDatabases(): TestDatabases {
  const handles = openHandles()
  const names: string[] = []

  const create = async ({ empty } = { empty: false }): Promise<DatabaseConfig> => {
    const { mainUrl, template } = await postgres()
    const name = `test_${randomUUID()}`
    const from = sql.id(empty ? 'template0' : template)
    await withMain(mainUrl, sql`create database ${sql.id(name)} template ${from} strategy file_copy`)
    names.push(name)
    return { engine: 'postgres', url: mainUrl.replace(/[^/]+$/, name), poolSize: 4 }
  }
  const close = async () => {
    await handles.close()
    if (names.length === 0) return
    const { mainUrl } = await postgres()
    for (const name of names) await withMain(mainUrl, sql`drop database ${sql.id(name)} with (force)`)
  }
  return {
    engine: 'postgres',
    create,
    connect: handles.connect,
    open: async () => handles.connect(await create()),
    close,
  }
}

function openHandles() {
  const handles: Kysely<Database>[] = []
  return {
    connect: async (config: DatabaseConfig) => {
      const db = await openDatabase(config)
      handles.push(db)
      return db
    },
    close: async () => {
      for (const db of handles) await db.destroy()
    },
  }
}

async function migrate(config: DatabaseConfig): Promise<void> {
  const db = await openDatabase(config)
  await migrateToLatest(db)
  await db.destroy()
}

/** Where the run's PostgreSQL is; starts it when this is the first to ask. */
async function postgres(): Promise<{ mainUrl: string; template: string }> {
  const answer = await text(connect(inject('postgresBroker'), '127.0.0.1'))
  if (!answer) throw new Error('PostgreSQL did not start; what it said is above')
  return JSON.parse(answer)
}

async function withMain(url: string, statement: ReturnType<typeof sql>): Promise<void> {
  const main = await openDatabase({ engine: 'postgres', url, poolSize: 1 })
  try {
    await sql`set statement_timeout = 0`.execute(main)
    await statement.execute(main)
  } finally {
    await main.destroy()
  }
}
