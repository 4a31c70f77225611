import { isLocked } from './sqlite-handle.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID. */
const SQLITE_UNIQUE = [1555, 2067, 2579]
const SQLITE_FULL = 13
const POSTGRES_UNIQUE = '23505'
const POSTGRES_FULL = '53100'
/** Connection lost (08), no resources (53), operator intervention and timeouts (57). */
const POSTGRES_AWAY = /^(?:08|53|57)/
const NETWORK_AWAY = /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EPIPE)$/
/** `pg` gives these no code. */
const PG_AWAY = /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout)/

/** The database's message while it refuses writes; see server/move/write-stop.ts. */
export const WRITES_STOPPED = 'writes are stopped while the site moves'

/** Whether a write failed because the row exists: a taken e-mail, slug or key. */
export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = codesOf(error)
  return SQLITE_UNIQUE.includes(errcode as number) || code === POSTGRES_UNIQUE
}

export function isDiskFull(error: unknown): boolean {
  const { errcode, code } = codesOf(error)
  return errcode === SQLITE_FULL || code === POSTGRES_FULL || code === 'ENOSPC'
}

/** Whether the database was down, overloaded or too slow, so that a retry may help. */
export function isDatabaseAway(error: unknown): boolean {
  const { code } = codesOf(error)
  if (isLocked(error)) return true
  if (typeof code === 'string' && (POSTGRES_AWAY.test(code) || NETWORK_AWAY.test(code))) return true
  return error instanceof Error && (PG_AWAY.test(error.message) || error.message.includes(WRITES_STOPPED))
}

function codesOf(error: unknown): { errcode?: unknown; code?: unknown } {
  return error instanceof Error ? (error as { errcode?: unknown; code?: unknown }) : {}
}
