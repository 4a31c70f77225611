import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** Points that a key has taken, and the milliseconds until they are forgotten. */
interface Taken {
  points: number
  ms: number
}

/** Counts the points of a kind of limit. */
export interface Counter {
  /** Takes a point. */
  add(key: string): Promise<Taken>
  read(key: string): Promise<Taken | undefined>
  giveBack(key: string): Promise<unknown>
  forget(key: string): Promise<unknown>
}

/**
 * Drops the key whose last point is the oldest, so that a flood of addresses cannot fill the memory. A map keeps the
 * order of points; a cache of a fixed size would take its memory at the start.
 */
export class MemoryCounter implements Counter {
  readonly #windowMs: number
  readonly #mostKeys: number
  readonly #taken = new Map<string, { points: number; end: number }>()

  constructor(windowMs: number, mostKeys = 50_000) {
    this.#windowMs = windowMs
    this.#mostKeys = mostKeys
  }

  async add(key: string): Promise<Taken> {
    const { points, ms } = this.#current(key) ?? { points: 0, ms: this.#windowMs }
    this.#taken.delete(key)
    this.#taken.set(key, { points: points + 1, end: Date.now() + ms })
    if (this.#taken.size > this.#mostKeys) this.#taken.delete(this.#taken.keys().next().value!)
    return { points: points + 1, ms }
  }

  async read(key: string): Promise<Taken | undefined> {
    return this.#current(key)
  }

  async giveBack(key: string): Promise<void> {
    const taken = this.#taken.get(key)
    if (taken) taken.points--
  }

  async forget(key: string): Promise<void> {
    this.#taken.delete(key)
  }

  #current(key: string): Taken | undefined {
    const { points = 0, end = 0 } = this.#taken.get(key) ?? {}
    const ms = end - Date.now()
    return ms > 0 ? { points, ms } : undefined
  }
}

/** Milliseconds since 1970, by the database's clock. */
const NOW = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Counts in PostgreSQL, by its clock, for all servers together. accounts.cleanSessions deletes expired rows. */
export class SharedCounter implements Counter {
  readonly #db: Kysely<Database>
  readonly #name: string
  readonly #windowMs: number

  constructor(db: Kysely<Database>, name: string, windowMs: number) {
    this.#db = db
    this.#name = name
    this.#windowMs = windowMs
  }

  async add(key: string): Promise<Taken> {
    const isOver = sql<boolean>`rate_limits.expire <= ${NOW}`
    return this.#db
      .insertInto('rate_limits')
      .values({ key: this.#row(key), points: 1, expire: sql<number>`${NOW} + ${this.#windowMs}` })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({
          points: sql`case when ${isOver} then 1 else rate_limits.points + 1 end`,
          expire: sql`case when ${isOver} then ${ref('excluded.expire')} else rate_limits.expire end`,
        })),
      )
      .returning(['points', sql<number>`expire - ${NOW}`.as('ms')])
      .executeTakeFirstOrThrow()
  }

  async read(key: string): Promise<Taken | undefined> {
    return this.#db
      .selectFrom('rate_limits')
      .select(['points', sql<number>`expire - ${NOW}`.as('ms')])
      .where('key', '=', this.#row(key))
      .executeTakeFirst()
  }

  giveBack(key: string): Promise<unknown> {
    const fewer = { points: sql<number>`points - 1` }
    return this.#db.updateTable('rate_limits').set(fewer).where('key', '=', this.#row(key)).execute()
  }

  forget(key: string): Promise<unknown> {
    return this.#db.deleteFrom('rate_limits').where('key', '=', this.#row(key)).execute()
  }

  #row(key: string): string {
    return `${this.#name}:${key}`
  }
}
