import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Exchange } from './exchange.ts'
import { NO_CONTENT_POLICY } from './security-headers.ts'

const TIMEOUT_MS = 2000
/** Probes come from several sides; the database and the store are asked once a second at most. */
const REMEMBER_MS = 1000

/** Answers `/healthz` (the process lives) and `/readyz` (database and storage answer, and it is not on its way out). */
export class Health {
  readonly #deps: Deps
  #asked = Number.NEGATIVE_INFINITY
  #answer: Promise<string[]> = Promise.resolve([])

  constructor(deps: Deps) {
    this.#deps = deps
  }

  live(exchange: Exchange): void {
    answer(exchange, 200, { status: 'ok' })
  }

  async ready(exchange: Exchange, draining: boolean): Promise<void> {
    const failing = draining ? ['draining'] : await this.#failing()
    answer(
      exchange,
      failing.length > 0 ? 503 : 200,
      failing.length > 0 ? { status: 'unavailable', failing } : { status: 'ok' },
    )
  }

  /** Names of what does not answer in time. */
  #failing(): Promise<string[]> {
    if (performance.now() - this.#asked > REMEMBER_MS) {
      this.#asked = performance.now()
      this.#answer = this.#check()
    }
    return this.#answer
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

function answer(exchange: Exchange, status: number, body: object): void {
  const text = JSON.stringify(body)
  const headers = [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(text.length),
    'Cache-Control',
    'no-store',
  ]
  exchange.send(status, [...headers, ...NO_CONTENT_POLICY], text)
}
