import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** Milliseconds since 1970, by the database's clock. */
const NOW = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** What counts the points of a kind of limit, in memory or in PostgreSQL. */
export interface Limiter {
  /** Takes a point; rejects with the milliseconds to wait when there is none left. */
  consume(key: string): Promise<unknown>
  /** Gives a point back. */
  reward(key: string): Promise<unknown>
  get(key: string): Promise<{ remainingPoints: number; msBeforeNext: number } | null>
  delete(key: string): Promise<unknown>
}

/** Counts in PostgreSQL, by its clock, for all servers together. accounts.cleanSessions deletes expired rows. */
export class SharedLimiter implements Limiter {
  readonly #db: Kysely<Database>
  readonly #name: string
  readonly #points: number
  readonly #ms: number

  constructor(db: Kysely<Database>, name: string, { points, seconds }: { points: number; seconds: number }) {
    this.#db = db
    this.#name = name
    this.#points = points
    this.#ms = seconds * 1000
  }

  async consume(key: string): Promise<void> {
    const end = sql<number>`${NOW} + ${this.#ms}`
    const isOver = sql<boolean>`rate_limits.expire <= ${NOW}`
    const row = await this.#db
      .insertInto('rate_limits')
      .values({ key: this.#row(key), points: 1, expire: end })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({
          points: sql`case when ${isOver} then 1 else rate_limits.points + 1 end`,
          expire: sql`case when ${isOver} then ${ref('excluded.expire')} else rate_limits.expire end`,
        })),
      )
      .returning(['points', sql<number>`expire - ${NOW}`.as('msBeforeNext')])
      .executeTakeFirstOrThrow()
    if (row.points > this.#points) throw { msBeforeNext: Math.max(0, row.msBeforeNext) }
  }

  async reward(key: string): Promise<void> {
    await this.#db
      .updateTable('rate_limits')
      .set({ points: sql`points - 1` })
      .where('key', '=', this.#row(key))
      .execute()
  }

  async get(key: string): Promise<{ remainingPoints: number; msBeforeNext: number } | null> {
    const row = await this.#db
      .selectFrom('rate_limits')
      .select(['points', sql<number>`expire - ${NOW}`.as('msBeforeNext')])
      .where('key', '=', this.#row(key))
      .executeTakeFirst()
    return row ? { remainingPoints: this.#points - row.points, msBeforeNext: row.msBeforeNext } : null
  }

  async delete(key: string): Promise<void> {
    await this.#db.deleteFrom('rate_limits').where('key', '=', this.#row(key)).execute()
  }

  #row(key: string): string {
    return `${this.#name}:${key}`
  }
}
