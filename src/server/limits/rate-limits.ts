import { createHash } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
// By file: the package's index loads a limiter for each of twenty databases at every start.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js'
import { AppError } from '#contract/errors.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'

interface Quota {
  points: number
  seconds: number
}

/** How often what may be done, for each kind of key. */
export const QUOTAS = {
  /** Of an account, whether there is such a one or not. */
  failedSignIns: { points: 10, seconds: 15 * 60 },
  /** Of an address, whatever becomes of them. */
  signIns: { points: 20, seconds: 60 },
  /** Of an address. */
  registrations: { points: 5, seconds: 60 * 60 },
  /** Of an account. */
  verificationMails: { points: 3, seconds: 60 * 60 },
  /** To an e-mail address, whether it has an account or not. */
  passwordMails: { points: 3, seconds: 60 * 60 },
  /** Of an address, for whomever. */
  passwordMailsAsked: { points: 10, seconds: 60 * 60 },
  /** Tried by an address, until one is right. */
  testerKeys: { points: 20, seconds: 15 * 60 },
} satisfies Record<string, Quota>

export interface RateLimit {
  /**
   * Counts one for the key.
   * @throws AppError('tooManyRequests') where the key has had its share, until the time is over that began with the first
   */
  take(key: string): Promise<void>
  /** Forgets what was counted for the key. */
  forget(key: string): Promise<void>
}

export type Quotas = Record<keyof typeof QUOTAS, Quota>
export type RateLimits = Record<keyof typeof QUOTAS, RateLimit>

/** Counts in memory on SQLite, where one process serves, and in the database on PostgreSQL, where several may. */
export function openRateLimits(db: Kysely<Database>, quotas: Partial<Quotas> = {}): RateLimits {
  const all: Quotas = { ...QUOTAS, ...quotas }
  const limits = Object.entries(all).map(([name, quota]) => [name, rateLimit(limiterOf(db, name, quota))])
  return Object.fromEntries(limits)
}

function rateLimit(limiter: RateLimiterAbstract): RateLimit {
  return {
    async take(key) {
      await limiter.consume(hashed(key)).catch((refusal: unknown) => {
        throw refusal instanceof Error ? refusal : tooMany(refusal as { msBeforeNext: number })
      })
    },
    async forget(key) {
      await limiter.delete(hashed(key))
    },
  }
}

function tooMany({ msBeforeNext }: { msBeforeNext: number }): AppError {
  return new AppError('tooManyRequests', '', {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  })
}

/** So that no e-mail and no address is kept. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function limiterOf(db: Kysely<Database>, name: string, { points, seconds }: Quota): RateLimiterAbstract {
  const options = { keyPrefix: name, points, duration: seconds }
  if (engineOf(db) === 'sqlite') return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: { query: (query: Statement) => answer(db, query) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    // Our own job does that, with a time-out.
    clearExpiredByTimeout: false,
  })
}

interface Statement {
  text: string
  values: unknown[]
}

/** What the limiter asks of a client of `pg`, over our own pool. */
async function answer(db: Kysely<Database>, { text, values }: Statement) {
  const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
}
