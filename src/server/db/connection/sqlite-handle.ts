import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { withPath } from '#server/with-path.ts'

/** How much of the file is memory-mapped, which saves a call and a copy for each page. */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16
/** Size to which the write-ahead log shrinks after a large write. */
const LOG_BYTES = 2 ** 26
const KEPT_STATEMENTS = 500
/** How long a start waits while another process switches the file to WAL mode. */
const OPENING_MS = 5_000

/** One open file. No call waits for a lock: SQLite would wait in this thread. */
export interface SqliteHandle {
  run(sql: string, values: readonly unknown[]): QueryResult<never>
  /** False once SQLite has rolled a transaction back by itself, as on a full disk. */
  isTransaction(): boolean
  close(): void
}

/** Opens a file with its write-ahead log; it is created if `readOnly` is not set. */
export function openSqlite(file: string, options: { readOnly: boolean }): SqliteHandle {
  try {
    return openHandle(file, options)
  } catch (error) {
    throw withPath(error, file)
  }
}

function openHandle(file: string, { readOnly }: { readOnly: boolean }): SqliteHandle {
  // A rebuild of the search index empties a full-text index bit by bit, by its inner tables, which Node forbids by default.
  const options = { timeout: 0, readOnly, enableForeignKeyConstraints: true, defensive: readOnly }
  const database = new DatabaseSync(file, options)
  if (!readOnly) switchToWriteAheadLog(database)
  database.exec('pragma synchronous = normal; pragma temp_store = memory; pragma cache_size = -32000')
  // Overwrites deleted rows in pages that are written anyway.
  if (!readOnly) database.exec('pragma secure_delete = fast')
  database.exec(`pragma mmap_size = ${MAPPED_BYTES}; pragma journal_size_limit = ${LOG_BYTES}`)
  const kept = new Map<string, ReturnType<typeof prepare>>()
  const prepared = (sql: string) => {
    const found = kept.get(sql)
    if (found) return found
    const statement = prepare(database, sql)
    if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value as string)
    kept.set(sql, statement)
    return statement
  }
  return {
    run(sql, values) {
      try {
        return prepared(sql)(values as SQLInputValue[])
      } catch (error) {
        throw withPath(error, file)
      }
    },
    isTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

function prepare(database: DatabaseSync, sql: string): (values: SQLInputValue[]) => QueryResult<never> {
  const statement: StatementSync = database.prepare(sql)
  statement.setReturnArrays(true)
  if (statement.columns().length > 0) {
    const toRow = rowMaker(statement)
    return (values) => ({ rows: statement.all(...values).map(toRow) as never[] })
  }
  return (values) => {
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) }
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
  const until = performance.now() + OPENING_MS
  while (true) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

/** Whether another connection holds the lock: SQLITE_BUSY in any of its extended forms. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}
