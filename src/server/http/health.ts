import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { freeSpace } from '#server/health/free-space.ts'
import { isProbe, type Seen } from '#server/health/probe.ts'
import { readBackupTrouble } from '#server/overview/operations.ts'
import { clientAddress } from './client-address.ts'
import type { Exchange } from './exchange.ts'
import { NO_CONTENT_POLICY } from './security-headers.ts'

const TIMEOUT_MS = 2000
/** Several probes may call; database and storage are checked once a second at most. */
const REMEMBER_MS = 1000
/** How long a write that found the disk full counts. Reads go on, and a small write may still fit. */
const FULL_MS = 60_000
/** A folder with fewer bytes left counts as full. */
const FULL_BYTES = 1e6

interface Found {
  failing: string[]
  /** The operator must act, though pages work; no reason to take the server out of a balancer. */
  warnings: string[]
}

/** Answers `/healthz` (the process runs) and `/readyz` (database and storage answer and have space, no shutdown). */
export class Health {
  readonly #deps: Deps
  readonly #trustProxy: boolean
  #checkedAt = Number.NEGATIVE_INFINITY
  #found: Promise<Found> = Promise.resolve({ failing: [], warnings: [] })
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(deps: Deps, trustProxy: boolean) {
    this.#deps = deps
    this.#trustProxy = trustProxy
    deps.events.on('storageFull', () => {
      this.#fullAt = deps.now().getTime()
    })
  }

  /** Tells a probe of `nagare doctor` how it is seen here, behind the proxies. */
  live(exchange: Exchange): void {
    const { req } = exchange
    const trusts = this.#trustProxy
    const forwarded = req.headers['x-forwarded-for']?.toString() ?? null
    const seen = isProbe(this.#deps, req) && { address: clientAddress(req, trusts), forwarded, trusts }
    answer(exchange, [], seen ? { seen } : {})
  }

  async ready(exchange: Exchange, draining: boolean): Promise<void> {
    if (draining) return answer(exchange, ['draining'])
    const isFull = this.#deps.now().getTime() - this.#fullAt < FULL_MS
    const { failing, warnings } = await this.#lastFound()
    answer(exchange, [...failing, ...(isFull ? ['space'] : [])], { warnings })
  }

  #lastFound(): Promise<Found> {
    if (performance.now() - this.#checkedAt > REMEMBER_MS) {
      this.#checkedAt = performance.now()
      this.#found = this.#check()
    }
    return this.#found
  }

  async #check(): Promise<Found> {
    const { db, storage, log } = this.#deps
    const checks = { database: () => sql`select 1`.execute(db), storage: () => storage.check() }
    const reading = within(TIMEOUT_MS, readBackupTrouble(this.#deps)).catch(() => null)
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await within<unknown>(TIMEOUT_MS, check())
          return []
        } catch (error) {
          log.warn({ err: error, check: name }, 'not ready')
          return [name]
        }
      }),
    )
    const trouble = await reading
    const folders = freeSpace(this.#deps.files).map((one) => within(TIMEOUT_MS, one).catch(() => undefined))
    const space = await Promise.all(folders)
    const full = space.flatMap((folder) => (folder && folder.free < FULL_BYTES ? `space ${folder.name}` : []))
    const warnings = [...(trouble ? [`backup ${trouble}`] : []), ...full]
    return { failing: results.flat(), warnings }
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function answer(
  exchange: Exchange,
  failing: readonly string[],
  { warnings = [], seen }: { warnings?: readonly string[]; seen?: Seen } = {},
): void {
  const isOk = failing.length === 0
  const state = isOk ? { status: 'ok' } : { status: 'unavailable', failing }
  const body = JSON.stringify({ ...state, ...(warnings.length > 0 && { warnings }), ...(seen && { seen }) })
  const headers = [
    ...['Content-Type', 'application/json'],
    ...['Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store'],
    ...NO_CONTENT_POLICY,
  ]
  exchange.send(isOk ? 200 : 503, headers, body)
}
