import { isAppError } from '#contract/errors.ts'
import { DatabaseUnfit } from '#server/db/connection/refuse-unfit.ts'
import { sqliteCodeOf } from '#server/db/database-error.ts'
import { placeOf } from '#server/with-path.ts'

/** Codes of the system, and what they mean to an operator. */
const SYSTEM: Record<string, string> = {
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file is larger than this system allows',
  EROFS: 'the file system is read-only',
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EMFILE: 'this process has too many open files',
  ENFILE: 'the system has too many open files',
  EIO: 'the disk fails',
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'no way to this host',
  ENETUNREACH: 'no way to this network',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'names of hosts cannot be resolved now',
}

/** SQLite's primary result codes. */
const SQLITE: Record<number, string> = {
  5: 'another process keeps the database locked',
  8: 'the database is read-only',
  10: 'the disk is full, read-only or fails',
  11: 'the database is damaged: restore a backup',
  13: 'no space is left',
  14: 'the database cannot be opened',
  26: 'this is no SQLite database, or a damaged one: restore a backup',
}

/** No space, no connection, no right, no such database, read-only, damaged: PostgreSQL's own message says it all. */
const POSTGRES = /^(?:08|28|3D|53|57|58|25006|42501|XX00[12])/

interface Failure extends Error {
  code?: unknown
  syscall?: unknown
  errors?: unknown[]
  $metadata?: { httpStatusCode?: number }
}

/** One line for a failure that the operator can mend, with its path or address. Undefined for an unexpected one. */
export function failureLine(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseUnfit) return error.message
  const { code, syscall, errors, cause, message, $metadata } = error as Failure
  const reason = SYSTEM[String(code)]
  const place = placeOf(error)
  // Node says so of a read-only file system, too.
  if (code === 'ENOENT' && syscall === 'mkdir') return `${place}: the folder cannot be made (${code})`
  if (reason) return `${place ?? messageOf(error)}: ${reason} (${code})`
  const sqlite = sqliteCodeOf(error)
  if (sqlite !== undefined && SQLITE[sqlite]) return `${place ?? 'SQLite'}: ${SQLITE[sqlite]} (${message})`
  if (typeof code === 'string' && POSTGRES.test(code))
    return `DATABASE_URL: PostgreSQL says: ${message} (${code})`
  if ($metadata?.httpStatusCode) return `the bucket answers ${$metadata.httpStatusCode} (${error.name})`
  // One for each address of a host.
  return failureLine(errors?.[0]) ?? failureLine(cause) ?? expected(error)
}

function expected(error: Error): string | undefined {
  if (!isAppError(error)) return undefined
  if (error.code === 'storageFull') return 'no space is left'
  return error.code === 'unavailable' ? `${error.detail || 'the database'}: no answer` : undefined
}

const messageOf = ({ message }: Error) => message.replace(/^[A-Z]+: /, '')
