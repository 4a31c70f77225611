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
  /** Length of the window, which begins with the first point taken. */
  seconds: number
  /** Counted by each process for itself, in memory: free of queries, and forgotten by a restart. */
  isLocal?: true
}

export const QUOTAS = {
  /** Per account, existing or not. */
  failedSignIns: { points: 10, seconds: 15 * 60 },
  /** Per IP, successful or not. */
  signIns: { points: 20, seconds: 60 },
  /** Per IP. */
  registrations: { points: 5, seconds: 60 * 60 },
  /** Per account. */
  verificationMails: { points: 3, seconds: 60 * 60 },
  /** Per e-mail address, with an account or without. */
  passwordMails: { points: 3, seconds: 60 * 60 },
  /** Per IP, across accounts. */
  passwordMailsAsked: { points: 10, seconds: 60 * 60 },
  /** Per IP, until a key is right. */
  testerKeys: { points: 20, seconds: 15 * 60 },
  /** Per IP and clip: reloading, and going back and forth, is one view. */
  clipViews: { points: 1, seconds: 60 * 60, isLocal: true },
  /** Per IP and set. */
  setViews: { points: 1, seconds: 60 * 60, isLocal: true },
  /** Per IP: more than a hand makes. */
  clicks: { points: 120, seconds: 60, isLocal: true },
  /** Per member, the admin excepted: more than anybody builds by hand. */
  newCollections: { points: 60, seconds: 60 * 60, isLocal: true },
} satisfies Record<string, Quota>

export interface RateLimit {
  /** Takes a point. @throws AppError('tooManyRequests') where the key has none left in its window */
  take(key: string): Promise<void>
  /** Takes a point; false where the key has none left. */
  allows(key: string): Promise<boolean>
  /** Gives the key all its points back. */
  forget(key: string): Promise<void>
}

export type RateLimits = Record<keyof typeof QUOTAS, RateLimit>

/** Counts in memory on SQLite, where there is one server process, and else in the database what is not local. */
export function openRateLimits(
  db: Kysely<Database>,
  quotas: Partial<Record<keyof typeof QUOTAS, Quota>> = {},
): RateLimits {
  const all = Object.entries({ ...QUOTAS, ...quotas })
  return Object.fromEntries(
    all.map(([name, quota]) => [name, rateLimit(limiterOf(db, name, quota))]),
  ) as RateLimits
}

/** What use cases see of a limiter. */
export function rateLimit(limiter: RateLimiterAbstract): RateLimit {
  /** Milliseconds to wait; undefined where the point was taken. */
  async function consume(key: string): Promise<number | undefined> {
    try {
      await limiter.consume(hashed(key))
      return undefined
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal
      return (refusal as { msBeforeNext: number }).msBeforeNext
    }
  }
  return {
    async take(key) {
      const ms = await consume(key)
      if (ms === undefined) return
      const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1000))
      throw new AppError('tooManyRequests', '', { retryAfterSeconds })
    },
    allows: async (key) => (await consume(key)) === undefined,
    async forget(key) {
      await limiter.delete(hashed(key))
    },
  }
}

/** Limits store no e-mail or IP address. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** Drops the key used longest ago, so that a flood of addresses cannot fill the memory. */
export class BoundedMemory extends RateLimiterMemory {
  readonly #keys = new Set<string>()
  readonly #mostKeys: number

  constructor({ points, seconds }: Quota, mostKeys = 50_000) {
    super({ points, duration: seconds })
    this.#mostKeys = mostKeys
  }

  override consume(key: string) {
    this.#keys.delete(key)
    this.#keys.add(key)
    if (this.#keys.size > this.#mostKeys) {
      const [oldest = ''] = this.#keys
      this.#keys.delete(oldest)
      void this.delete(oldest)
    }
    return super.consume(key)
  }
}

function limiterOf(db: Kysely<Database>, name: string, quota: Quota): RateLimiterAbstract {
  if (quota.isLocal) return new BoundedMemory(quota)
  const options = { keyPrefix: name, points: quota.points, duration: quota.seconds }
  if (engineOf(db) === 'sqlite') return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: { query: (query: Statement) => runStatement(db, query) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    // accounts.cleanSessions deletes expired rows.
    clearExpiredByTimeout: false,
  })
}

interface Statement {
  text: string
  values: unknown[]
}

/** What the limiter expects of a `pg` client, over our own pool. */
async function runStatement(db: Kysely<Database>, { text, values }: Statement) {
  const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
}
