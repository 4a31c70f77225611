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
  return new PostgresDialect({ pool })
}

/** `pg` gives 64-bit integers as text; ours (ids, bytes, counts) stay below 2^53, as SQLite gives them. */
function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text')
}
