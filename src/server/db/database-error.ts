import { isLocked } from '#server/db/connection/sqlite-handle.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID. */
const SQLITE_UNIQUE = [1555, 2067, 2579]
const SQLITE_FOREIGN_KEY = 787
const SQLITE_READ_ONLY = 8
/** The disk fails or has become read-only. */
const SQLITE_IO = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANNOT_OPEN = 14
const SQLITE_NOT_A_DATABASE = 26
const POSTGRES_UNIQUE = '23505'
const POSTGRES_FOREIGN_KEY = '23503'
const POSTGRES_FULL = '53100'
const POSTGRES_READ_ONLY = '25006'
/** Data or an index is corrupted. */
const POSTGRES_DAMAGED = ['XX001', 'XX002']
/** Connection lost (08), no resources (53), operator intervention and timeouts (57). */
const POSTGRES_AWAY = /^(?:08|53|57)/
const NETWORK_AWAY = /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EPIPE)$/
/** `pg` gives these no code. */
const PG_AWAY = /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout)/

/** Whether a write failed because the row exists: a taken e-mail, slug or key. */
export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = codesOf(error)
  return SQLITE_UNIQUE.includes(errcode as number) || code === POSTGRES_UNIQUE
}

/** Whether a row was refused because its parent is missing, such as an account that was deleted a moment before. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { errcode, code } = codesOf(error)
  return errcode === SQLITE_FOREIGN_KEY || code === POSTGRES_FOREIGN_KEY
}

export function isDiskFull(error: unknown): boolean {
  const { code } = codesOf(error)
  return sqliteCodeOf(error) === SQLITE_FULL || code === POSTGRES_FULL || code === 'ENOSPC'
}

/** Whether a write failed because database or disk take none now: read-only after a fault, or a standby. */
export function isReadOnly(error: unknown): boolean {
  const { code } = codesOf(error)
  if ([SQLITE_READ_ONLY, SQLITE_IO, SQLITE_CANNOT_OPEN].includes(sqliteCodeOf(error) ?? 0)) return true
  return code === POSTGRES_READ_ONLY || code === 'EROFS' || code === 'EIO'
}

/** Whether the database's own pages are unreadable, so that only a backup helps. */
export function isDamaged(error: unknown): boolean {
  const { code } = codesOf(error)
  if ([SQLITE_CORRUPT, SQLITE_NOT_A_DATABASE].includes(sqliteCodeOf(error) ?? 0)) return true
  return POSTGRES_DAMAGED.includes(code as string)
}

/** SQLite's primary result code; its extended codes have more above the lowest byte. */
export function sqliteCodeOf(error: unknown): number | undefined {
  const { errcode } = codesOf(error)
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Whether the database was down, overloaded or too slow, so that a retry may help. */
export function isDatabaseAway(error: unknown): boolean {
  const { code } = codesOf(error)
  if (isLocked(error)) return true
  if (typeof code === 'string' && (POSTGRES_AWAY.test(code) || NETWORK_AWAY.test(code))) return true
  return error instanceof Error && PG_AWAY.test(error.message)
}

function codesOf(error: unknown): { errcode?: unknown; code?: unknown } {
  return error instanceof Error ? (error as { errcode?: unknown; code?: unknown }) : {}
}
