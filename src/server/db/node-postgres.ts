import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700

/** Kysely's dialect over `pg`, with numbers as numbers and with time-outs, so that a slow server is an error and not a wait. */
export function nodePostgresDialect(url: string, poolSize: number): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types: { getTypeParser: numbersAsNumbers as typeof pg.types.getTypeParser },
  })
  // A cut idle connection is dropped by the pool; unheard, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', askByCallback)
  return new PostgresDialect({ pool })
}

/**
 * What `pg`'s own promises answer outlives its use until the next full collection: rows of a page of clips then made
 * Node stop for 4 to 15 ms every 25 pages, and for less than one without.
 */
function askByCallback(client: pg.PoolClient): void {
  const query = client.query.bind(client)
  const answered = (text: string, values: unknown[]) =>
    new Promise((resolve, reject) => {
      query(text, values, (error, result) => (error ? reject(error) : resolve(result)))
    })
  client.query = answered as typeof client.query
}

/** `pg` gives 64-bit integers as text; ours (ids, bytes, counts) stay below 2^53, as SQLite gives them. */
function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')
}
