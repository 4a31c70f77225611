import type { Socket } from 'node:net'
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700
const STATEMENT_MS = 5_000
/**
 * Time that PostgreSQL has to end a late statement. If it stays silent longer, it is gone, although the connection
 * seems open.
 */
const SILENCE_MS = 1_000
/** Lifts the limit of one connection, for work that takes minutes; RESET restores it. */
const NO_LIMIT = /^set statement_timeout = 0$/
const LIMIT_AGAIN = /^reset statement_timeout$/

type Client = pg.PoolClient & { connection: { stream: Socket } }

/** Kysely's dialect over `pg`, with numbers as numbers, and with timeouts so that a slow server is an error. */
export function nodePostgresDialect(url: string, poolSize: number, statementMs = STATEMENT_MS): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types: { getTypeParser: numbersAsNumbers as typeof pg.types.getTypeParser },
  })
  // The pool drops a broken idle connection; without a listener the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => askByCallback(client as Client, statementMs + SILENCE_MS))
  return new PostgresDialect({ pool })
}

/** Results of `pg`'s own promises survive until a full garbage collection, which paused Node for up to 15 ms. */
function askByCallback(client: Client, silenceMs: number): void {
  const query = client.query.bind(client)
  let isLimited = true
  const answered = (text: string, values: unknown[]) =>
    new Promise((resolve, reject) => {
      const timer = isLimited ? setTimeout(hangUp, silenceMs, client) : undefined
      query(text, values, (error, result) => {
        clearTimeout(timer)
        if (error) return reject(error)
        if (NO_LIMIT.test(text)) isLimited = false
        if (LIMIT_AGAIN.test(text)) isLimited = true
        resolve(result)
      })
    })
  client.query = answered as typeof client.query
  // The query's own promise rejects. Without a listener, the loss of a connection in use would end the process.
  client.on('error', () => {})
}

/** Ends a connection that a silent server would keep busy for ever; its query fails, and the pool opens another. */
function hangUp({ connection }: Client): void {
  connection.stream.destroy(new Error('Connection terminated: the server is silent'))
}

/** `pg` returns 64-bit integers as text; ours (ids, bytes, counts) stay below 2^53. */
function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')
}
