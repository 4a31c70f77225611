import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type { Logger } from 'pino'
import { startPolling } from '#server/poll.ts'
import { openReplica } from './connect.ts'
import type { Database, Db } from './schema.ts'

/** How long a page waits for a replica before it asks the primary. */
const PATIENCE_MS = 1_000

/** The server's position in the write-ahead log, in bytes. */
const POSITION = sql<{ position: number }>`
  select pg_wal_lsn_diff(
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end, '0/0'
  ) as position`

/** No position: down, or not checked yet. */
const NOWHERE = -1

/** A replica and its position at the last check. */
interface Replica {
  db: Db
  /** For the log, without user and password. */
  host: string
  position: number
  isAway: boolean
}

interface Options {
  urls: readonly string[]
  poolSize: number
  log: Logger
  everyMs?: number
}

/**
 * Replicas of the primary, checked four times a second. `db` reads in turn from those that have replayed the position
 * of the last catchUp(); it uses the primary for writes, if no replica is ready, and if one fails.
 */
export class Replicas {
  /** For reads that are the same for all visitors and cleared by invalidations. */
  readonly db: Db
  readonly #primary: Db
  readonly #replicas: Replica[]
  readonly #log: Logger
  readonly #polling: ReturnType<typeof startPolling>
  /** Replicas behind this position are not used. */
  #required = Number.POSITIVE_INFINITY
  #next = 0

  constructor(primary: Db, { urls, poolSize, log, everyMs = 250 }: Options) {
    this.#primary = primary
    this.#log = log
    this.#replicas = urls.map((url) => ({
      db: openReplica(url, poolSize),
      host: new URL(url).host,
      position: NOWHERE,
      isAway: false,
    }))
    this.db = new Kysely<Database>({
      dialect: {
        createDriver: () => new ReadingDriver(primary, (query) => this.#read(query)),
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    this.#polling = startPolling(() => this.#look(), { name: 'replicas', everyMs, log })
  }

  /** From now on uses only replicas that have replayed the primary's present position. */
  async catchUp(): Promise<void> {
    this.#required = Number.POSITIVE_INFINITY
    await this.#look().catch(() => {})
  }

  /** Number of replicas in use. */
  get ready(): number {
    return this.#usable().length
  }

  async close(): Promise<void> {
    await this.#polling.stop()
    for (const { db } of this.#replicas) await db.destroy()
  }

  async #note(): Promise<void> {
    this.#required = await positionOf(this.#primary)
  }

  async #look(): Promise<void> {
    // The primary did not answer.
    if (this.#required === Number.POSITIVE_INFINITY) await this.#note()
    await Promise.all(
      this.#replicas.map(async (replica) => {
        replica.position = await inTime(positionOf(replica.db)).catch(() => NOWHERE)
        this.#tell(replica)
      }),
    )
  }

  #tell(replica: Replica): void {
    const isAway = replica.position === NOWHERE
    const { host } = replica
    if (isAway && !replica.isAway) this.#log.error({ replica: host }, 'replica away: the primary answers')
    if (!isAway && replica.isAway) this.#log.info({ replica: host }, 'replica back')
    replica.isAway = isAway
  }

  #usable(): Replica[] {
    return this.#replicas.filter(({ position }) => position >= this.#required)
  }

  async #read(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const usable = this.#usable()
    const replica = usable[this.#next++ % usable.length]
    if (!replica) return this.#primary.executeQuery(query)
    try {
      return await inTime(replica.db.executeQuery(query))
    } catch {
      // Checked again soon. If the query itself is wrong, the primary says so.
      replica.position = NOWHERE
      return this.#primary.executeQuery(query)
    }
  }
}

async function positionOf(db: Db): Promise<number> {
  const { rows } = await POSITION.execute(db)
  return rows[0]?.position ?? NOWHERE
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, PATIENCE_MS, new Error('the replica does not answer'))
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

type Read = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/** Forwards statements; others own the connections. */
class ReadingDriver implements Driver {
  readonly #primary: Db
  readonly #read: Read

  constructor(primary: Db, read: Read) {
    this.#primary = primary
    this.#read = read
  }

  async init() {}

  async acquireConnection() {
    return new ReadingConnection(this.#primary, this.#read)
  }

  beginTransaction(connection: DatabaseConnection) {
    return (connection as ReadingConnection).begin()
  }

  commitTransaction(connection: DatabaseConnection) {
    return (connection as ReadingConnection).end('commit')
  }

  rollbackTransaction(connection: DatabaseConnection) {
    return (connection as ReadingConnection).end('rollback')
  }

  async releaseConnection() {}

  async destroy() {}
}

class ReadingConnection implements DatabaseConnection {
  readonly #primary: Db
  readonly #read: Read
  #transaction: ControlledTransaction<Database> | undefined

  constructor(primary: Db, read: Read) {
    this.#primary = primary
    this.#read = read
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction) return this.#transaction.executeQuery<Row>(query as CompiledQuery<Row>)
    const asked = isRead(query) ? this.#read(query) : this.#primary.executeQuery(query)
    return (await asked) as QueryResult<Row>
  }

  async *streamQuery<Row>(query: CompiledQuery) {
    yield await this.executeQuery<Row>(query)
  }

  /** On the primary. */
  async begin(): Promise<void> {
    this.#transaction = await this.#primary.startTransaction().execute()
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = undefined
    await transaction?.[how]().execute()
  }
}

/** A replica refuses a write that looks like a read. */
function isRead({ query, sql: text }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(text))
}
