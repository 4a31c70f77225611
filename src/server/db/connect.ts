import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { DatabaseConfig } from '#server/config/config.ts'
import { nodePostgresDialect } from '#server/db/connection/node-postgres.ts'
import { nodeSqliteDialect } from '#server/db/connection/node-sqlite.ts'
import { refuseUnfit } from '#server/db/connection/refuse-unfit.ts'
import { makeFolder } from '#server/make-folder.ts'
import { publishSignal } from '#server/trace/signals.ts'
import { currentTrace } from '#server/trace/trace.ts'
import type { Database, Db } from './schema.ts'

/**
 * Opens the database without migrating it; rejects if it cannot be reached. Close it with `destroy()`. `restoring` is for
 * the restore itself. @throws DatabaseUnfit
 */
export async function openDatabase(config: DatabaseConfig, { restoring = false } = {}): Promise<Db> {
  const db = new Kysely<Database>({ dialect: await dialectFor(config), log: publishQuery })
  try {
    // Kysely connects lazily; a wrong address must fail at startup.
    await db.connection().execute(async (connection) => {
      if (!restoring) await refuseUnfit(connection)
    })
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

/** A database whose every statement fails with this error. */
export function absentDatabase(error: unknown): Db {
  const driver = Object.assign(new DummyDriver(), { acquireConnection: () => Promise.reject(error) })
  return new Kysely({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
}

/** Reports how long a statement took, with the wait for its turn. */
function publishQuery({ level, query, queryDurationMillis: ms }: LogEvent): void {
  const trace = currentTrace()
  trace?.spend('database', ms)
  if (trace) trace.queries += 1
  const kind = query.query.kind === 'SelectQueryNode' ? 'read' : 'write'
  publishSignal('query', () => ({ kind, seconds: ms / 1000, failed: level === 'error' }))
}

async function dialectFor(config: DatabaseConfig) {
  if (config.engine === 'postgres')
    return nodePostgresDialect(config.url, config.poolSize, config.statementMs)
  await makeFolder(dirname(config.file))
  // SQLite gives its write-ahead log the mode of the file.
  await (await open(config.file, 'a', 0o600)).close()
  return nodeSqliteDialect(config.file)
}
