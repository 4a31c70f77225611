import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, describe, onTestFinished } from 'vitest'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { IN_LONG_TEST } from '../runs.ts'
import { writeMigratedSqlite } from './migrated-sqlite.ts'
import {
  createEmptyPostgres,
  giveBackPostgres,
  isQuiet,
  isReset,
  type TakenPostgres,
  takePostgres,
} from './postgres-pool.ts'

/** Databases of one engine. One opened in a test is closed with it, others by `close()`. */
export interface TestDatabases {
  engine: Engine
  /** A fresh, migrated database. */
  open(): Promise<Kysely<Database>>
  /** URL of a fresh database, for several connections or processes; without tables if `empty`. */
  create(options?: { empty: boolean }): Promise<DatabaseConfig>
  /** Another connection to a database. */
  connect(config: DatabaseConfig): Promise<Kysely<Database>>
  close(): Promise<void>
}

type Suite = (open: TestDatabases['open'], databases: TestDatabases) => void

/** The same suite on SQLite and on PostgreSQL: `open()` gives each test a fresh, migrated database. */
export function describeEachDatabase(name: string, suite: Suite): void {
  for (const databases of [sqliteDatabases(), postgresDatabases()]) describeOn(databases, name, suite)
}

/** For rules with plain SQL, the same on both engines: SQLite alone, and PostgreSQL too in the long test. */
export function describePlainSql(name: string, suite: Suite): void {
  if (IN_LONG_TEST) describeEachDatabase(name, suite)
  else describeOn(sqliteDatabases(), name, suite)
}

function describeOn(databases: TestDatabases, name: string, suite: Suite): void {
  describe(`${name} (${databases.engine})`, () => {
    afterAll(() => databases.close())
    suite(databases.open, databases)
  })
}

export function sqliteDatabases(): TestDatabases {
  const cleanUps = testCleanUps()
  const connect = connector(cleanUps)
  const create = async ({ empty } = { empty: false }): Promise<DatabaseConfig> => {
    const folder = await mkdtemp(join(tmpdir(), 'nagare-sqlite-'))
    cleanUps.add(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'nagare.db')
    if (!empty) await writeMigratedSqlite(file)
    return { engine: 'sqlite', file }
  }
  return { engine: 'sqlite', create, connect, open: async () => connect(await create()), close: cleanUps.run }
}

/** For the process's next test: a connection costs more than what most tests do with it. */
let spare: TakenPostgres | undefined

export function postgresDatabases(): TestDatabases {
  const cleanUps = testCleanUps()
  const take = async () => {
    const taken = await takePostgres()
    cleanUps.add(() => giveBackPostgres(taken.name))
    return taken
  }
  const create = async ({ empty } = { empty: false }): Promise<DatabaseConfig> => {
    if (empty) return createEmptyPostgres()
    const { config, db } = await take()
    await db.destroy()
    return config
  }
  const end = async ({ name, db }: TakenPostgres) => {
    await db.destroy()
    await giveBackPostgres(name)
  }
  const open = async () => {
    const former = spare
    spare = undefined
    const taken = former && (await isReset(former)) ? former : await takePostgres()
    cleanUps.add(async () => {
      if (!spare && (await isQuiet(taken))) spare = taken
      else await end(taken)
    })
    return taken.db
  }
  return { engine: 'postgres', create, connect: connector(cleanUps), open, close: cleanUps.run }
}

interface CleanUps {
  add(cleanUp: () => Promise<void>): void
  run(): Promise<void>
}

/** Clean-ups added in a test run after it, others by `run()`; the latest first. */
function testCleanUps(): CleanUps {
  const left: (() => Promise<void>)[] = []
  return {
    add(cleanUp) {
      try {
        onTestFinished(cleanUp)
      } catch {
        left.push(cleanUp)
      }
    },
    async run() {
      for (const cleanUp of left.splice(0).toReversed()) await cleanUp()
    },
  }
}

function connector(cleanUps: CleanUps): TestDatabases['connect'] {
  return async (config) => {
    const db = await openDatabase(config)
    cleanUps.add(() => db.destroy())
    return db
  }
}
