import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { readBackupTrouble } from '#server/overview/operations.ts'
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
  #checkedAt = Number.NEGATIVE_INFINITY
  #found: Promise<Found> = Promise.resolve({ failing: [], warnings: [] })
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
    const { failing, warnings } = await this.#lastFound()
    answer(exchange, [...failing, ...(isFull ? ['space'] : [])], warnings)
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
    const full = await fullFolders(this.#deps.files)
    const warnings = [...(trouble ? [`backup ${trouble}`] : []), ...full.map((name) => `space ${name}`)]
    return { failing: results.flat(), warnings }
  }
}

/** By the names that an operator gives them. Renditions and backups are made in one, sorts of SQLite in the other. */
async function fullFolders({ dataDir }: Deps['files']): Promise<string[]> {
  const folders = Object.entries({ DATA_DIR: dataDir, TMPDIR: tmpdir() })
  const names = folders.map(async ([name, path]) => {
    const { bavail, bsize } = await within(TIMEOUT_MS, statfs(path))
    return bavail * bsize < FULL_BYTES ? [name] : []
  })
  return (await Promise.all(names.map((name) => name.catch(() => [])))).flat()
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function answer(exchange: Exchange, failing: readonly string[], warnings: readonly string[] = []): void {
  const isOk = failing.length === 0
  const state = isOk ? { status: 'ok' } : { status: 'unavailable', failing }
  const body = JSON.stringify({ ...state, ...(warnings.length > 0 && { warnings }) })
  const headers = [
    ...['Content-Type', 'application/json'],
    ...['Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store'],
    ...NO_CONTENT_POLICY,
  ]
  exchange.send(isOk ? 200 : 503, headers, body)
}
