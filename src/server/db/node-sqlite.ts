import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely'

/** How long a statement waits for a lock. */
export const BUSY_TIMEOUT_MS = 5_000
/** How much of the file is memory-mapped, which saves a call and a copy for each page. */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16
const KEPT_STATEMENTS = 500

/** A handle has one connection: inside `db.transaction()`, using `db` waits forever. */
export function nodeSqliteDialect(file: string): Dialect {
  const config: SqliteDialectConfig = { database: async () => openNodeSqlite(file) }
  const dialect = new SqliteDialect(config)
  return {
    createDriver: () => new ImmediateSqliteDriver(config),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Takes the write lock first: a reader that starts to write half-way fails at once with SQLITE_BUSY instead of waiting. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings) {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }
}

/** SQLite rolls DDL back; saying so runs migrations in one transaction, whose write lock keeps other processes out. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  /** Read by engineOf(). */
  readonly engine = 'sqlite'

  override get supportsTransactionalDdl() {
    return true
  }
}

/** The subset of better-sqlite3 that Kysely uses. */
function openNodeSqlite(file: string) {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  })
  switchToWriteAheadLog(database)
  const kept = new Map<string, ReturnType<typeof adaptStatement>>()
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const found = kept.get(sql)
      if (found) return found
      const statement = adaptStatement(database, sql)
      if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value as string)
      kept.set(sql, statement)
      return statement
    },
  }
}

function adaptStatement(database: DatabaseSync, sql: string) {
  const statement: StatementSync = database.prepare(sql)
  statement.setReturnArrays(true)
  const toRow = rowMaker(statement)
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])).map(toRow),
    run: (values: readonly unknown[]) => statement.run(...(values as SQLInputValue[])),
    // A new statement: the kept one may run again while this is read.
    iterate: (values: readonly unknown[]) => database.prepare(sql).iterate(...(values as SQLInputValue[])),
  }
}

/** Rows made from lists of values cost a sixth less than SQLite's own objects. */
function rowMaker(statement: StatementSync) {
  const namesNow = () => statement.columns().map(({ name }) => name)
  let names = namesNow()
  return (values: unknown) => {
    const list = values as SQLOutputValue[]
    // `select *` returns more columns once the table is altered.
    if (list.length !== names.length) names = namesNow()
    const row: Record<string, SQLOutputValue> = {}
    for (let at = 0; at < list.length; at++) row[names[at]!] = list[at]!
    return row
  }
}

/** In WAL mode with `synchronous = normal`, kill -9 loses no commit; a power cut may lose the last ones. */
function switchToWriteAheadLog(database: DatabaseSync): void {
  const until = Date.now() + BUSY_TIMEOUT_MS
  while (true) {
    try {
      database.exec('pragma journal_mode = wal')
      break
    } catch (error) {
      // The switch ignores the busy timeout while another process switches.
      if (!isBusy(error) || Date.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
  database.exec('pragma synchronous = normal; pragma temp_store = memory; pragma cache_size = -32000')
  database.exec(`pragma mmap_size = ${MAPPED_BYTES}`)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}
