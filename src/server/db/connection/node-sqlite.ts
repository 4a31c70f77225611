import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import { isLocked, openSqlite, type SqliteHandle } from './sqlite-handle.ts'

/** How long a write waits for its turn and for other processes, before it fails with SQLITE_BUSY. */
const LOCK_WAIT_MS = 3_000
/** Between two attempts to get the lock, plus as much again at random, so that processes do not keep step. */
const RETRY_MS = 5

/**
 * Two connections to a file: one reads, one writes. Reads never wait, neither for a transaction of this process nor for
 * another process's lock, and a write waits without blocking the thread. Inside `db.transaction()`, `db` reads the
 * state before it, and writing with `db` fails after LOCK_WAIT_MS.
 */
export function nodeSqliteDialect(file: string): Dialect {
  const dialect = new SqliteDialect({ database: () => Promise.reject(new Error('not used')) })
  return {
    createDriver: () => new NodeSqliteDriver(file),
    createAdapter: () => new NodeSqliteAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** Read by engineOf(). */
  readonly engine = 'sqlite'

  /** The driver orders writes itself. */
  override get supportsMultipleConnections() {
    return true
  }

  /**
   * SQLite rolls DDL back; so Kysely runs migrations in one transaction, and its write lock keeps other processes out.
   */
  override get supportsTransactionalDdl() {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string
  #handles: Handles | undefined

  constructor(file: string) {
    this.#file = file
  }

  async init() {
    // The writer first: it creates the file.
    const writer = openSqlite(this.#file, { readOnly: false })
    this.#handles = { writer, reader: openSqlite(this.#file, { readOnly: true }), turns: new WriteTurns() }
  }

  async acquireConnection() {
    return new NodeSqliteConnection(this.#handles!)
  }

  beginTransaction(connection: DatabaseConnection) {
    return (connection as NodeSqliteConnection).begin()
  }

  async commitTransaction(connection: DatabaseConnection) {
    ;(connection as NodeSqliteConnection).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    ;(connection as NodeSqliteConnection).rollback()
  }

  async releaseConnection() {}

  async destroy() {
    this.#handles?.reader.close()
    this.#handles?.writer.close()
  }
}

interface Handles {
  reader: SqliteHandle
  writer: SqliteHandle
  turns: WriteTurns
}

/** Kysely's handle for a statement or a transaction. */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #handles: Handles
  #inTransaction = false

  constructor(handles: Handles) {
    this.#handles = handles
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer } = this.#handles
    if (this.#inTransaction) {
      // The rest of the transaction's function must not be committed by itself.
      if (!writer.isTransaction()) throw new Error('the transaction has been rolled back')
      return run(writer, query)
    }
    const until = performance.now() + LOCK_WAIT_MS
    if (isRead(query)) return whenFree(() => run(reader, query), until)
    return this.#inTurn(until, () => whenFree(() => run(writer, query), until))
  }

  async *streamQuery<Row>(query: CompiledQuery) {
    yield await this.executeQuery<Row>(query)
  }

  /** Takes the write lock first: a reader that starts to write half-way would fail at once. */
  async begin(): Promise<void> {
    const { writer, turns } = this.#handles
    const until = performance.now() + LOCK_WAIT_MS
    await turns.take(until)
    try {
      await whenFree(() => writer.run('begin immediate', []), until)
      this.#inTransaction = true
    } catch (error) {
      turns.pass()
      throw error
    }
  }

  /** If it fails, Kysely rolls back. */
  commit(): void {
    this.#handles.writer.run('commit', [])
    this.#leave()
  }

  rollback(): void {
    const { writer } = this.#handles
    try {
      if (writer.isTransaction()) writer.run('rollback', [])
    } finally {
      this.#leave()
    }
  }

  #leave(): void {
    this.#inTransaction = false
    this.#handles.turns.pass()
  }

  async #inTurn<Result>(until: number, write: () => Promise<Result>): Promise<Result> {
    const { turns } = this.#handles
    await turns.take(until)
    try {
      return await write()
    } finally {
      turns.pass()
    }
  }
}

const run = (handle: SqliteHandle, { sql, parameters }: CompiledQuery) => handle.run(sql, parameters)

/** A write taken for a read would fail, since the reader cannot write. */
function isRead({ query, sql }: CompiledQuery): boolean {
  return (
    query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*(?:select|explain)\b/i.test(sql))
  )
}

/** Retries until then while another process holds the lock. */
async function whenFree<Result>(attempt: () => Result, until: number): Promise<Result> {
  while (true) {
    try {
      return attempt()
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
    }
    await sleep(RETRY_MS * (1 + Math.random()))
  }
}

/** The writers of a process, one at a time and in order, so that only the first tries to get SQLite's lock. */
class WriteTurns {
  readonly #waiting: { start: () => void; timer: NodeJS.Timeout }[] = []
  #taken = false

  /** Resolves at the caller's turn, which pass() ends. Rejects after `until` with SQLITE_BUSY, as SQLite does. */
  async take(until: number): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
      reject(Object.assign(new Error('database is locked'), { errcode: 5 }))
    }
    const waiter = { start: resolve, timer: setTimeout(giveUp, until - performance.now()) }
    this.#waiting.push(waiter)
    await promise
  }

  /** Ends the turn. */
  pass(): void {
    const next = this.#waiting.shift()
    clearTimeout(next?.timer)
    if (next) next.start()
    else this.#taken = false
  }
}
