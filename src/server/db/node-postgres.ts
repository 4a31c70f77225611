import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700

/** Kysely's dialect over `pg`, with numbers as numbers, and with timeouts so that a slow server is an error. */
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
  // The pool drops a broken idle connection; without a listener the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', askByCallback)
  return new PostgresDialect({ pool })
}

/** Results of `pg`'s own promises survive until a full garbage collection, which paused Node for up to 15 ms. */
function askByCallback(client: pg.PoolClient): void {
  const query = client.query.bind(client)
  const answered = (text: string, values: unknown[]) =>
    new Promise((resolve, reject) => {
      query(text, values, (error, result) => (error ? reject(error) : resolve(result)))
    })
  client.query = answered as typeof client.query
}

/** `pg` returns 64-bit integers as text; ours (ids, bytes, counts) stay below 2^53. */
function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')
}
