import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Exchange } from './exchange.ts'
import { NO_CONTENT_POLICY } from './security-headers.ts'

const TIMEOUT_MS = 2000
/** Several probes may ask; database and storage are checked once a second at most. */
const REMEMBER_MS = 1000
/** How long a write that found no room counts. Reads go on, and a small write may still fit. */
const FULL_MS = 60_000

/** Answers `/healthz` (the process runs) and `/readyz` (database and storage answer and have room, no shutdown). */
export class Health {
  readonly #deps: Deps
  #checkedAt = Number.NEGATIVE_INFINITY
  #failing: Promise<string[]> = Promise.resolve([])
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(deps: Deps) {
    this.#deps = deps
    deps.events.on('storageFull', () => {
      this.#fullAt = deps.now().getTime()
    })
  }

  live(exchange: Exchange): void {
    answer(exchange, [])
  }

  async ready(exchange: Exchange, draining: boolean): Promise<void> {
    if (draining) return answer(exchange, ['draining'])
    const isFull = this.#deps.now().getTime() - this.#fullAt < FULL_MS
    answer(exchange, [...(await this.#failingChecks()), ...(isFull ? ['space'] : [])])
  }

  #failingChecks(): Promise<string[]> {
    if (performance.now() - this.#checkedAt > REMEMBER_MS) {
      this.#checkedAt = performance.now()
      this.#failing = this.#check()
    }
    return this.#failing
  }

  async #check(): Promise<string[]> {
    const { db, storage, log } = this.#deps
    const checks = { database: () => sql`select 1`.execute(db), storage: () => storage.check() }
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await within(TIMEOUT_MS, check())
          return []
        } catch (error) {
          log.warn({ err: error, check: name }, 'not ready')
          return [name]
        }
      }),
    )
    return results.flat()
  }
}

async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function answer(exchange: Exchange, failing: readonly string[]): void {
  const isOk = failing.length === 0
  const body = JSON.stringify(isOk ? { status: 'ok' } : { status: 'unavailable', failing })
  const headers = [
    ...['Content-Type', 'application/json'],
    ...['Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store'],
    ...NO_CONTENT_POLICY,
  ]
  exchange.send(isOk ? 200 : 503, headers, body)
}
