import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** W3C Trace Context, version 00. Later versions may append fields, which we do not read. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/

interface TraceContext {
  /** 32 hex digits. */
  id: string
  /** Two hex digits; the last bit says whether the caller records it. */
  flags: string
}

/** Reads a `traceparent` header; undefined if it is invalid, so that a new trace begins. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const [, version, id, flags, more] = TRACEPARENT.exec(header ?? '') ?? []
  if (!id || !flags || (version === '00' && more !== undefined)) return undefined
  return { id, flags }
}

/** Where time goes: `search` includes its database time, and `render` includes both. `body`: until the client had sent it. */
export type TimePart = 'body' | 'render' | 'search' | 'database' | 'compression'

/** Where the time of a request or job goes, and its id for other services. */
export class Trace {
  /** Milliseconds. */
  readonly time: Partial<Record<TimePart, number>> = {}
  /** Statements sent to the database. */
  queries = 0
  #context: TraceContext | undefined

  /** @param given from the caller; otherwise one is made when needed */
  constructor(given?: TraceContext) {
    this.#context = given
  }

  /** Undefined if no other service knows this trace. */
  get id(): string | undefined {
    return this.#context?.id
  }

  /** Header for a call to another service; each call is a new parent. */
  traceparent(): string {
    this.#context ??= { id: randomBytes(16).toString('hex'), flags: '00' }
    const { id, flags } = this.#context
    return `00-${id}-${randomBytes(8).toString('hex')}-${flags}`
  }

  spend(part: TimePart, ms: number): void {
    this.time[part] = (this.time[part] ?? 0) + ms
  }
}

const KEY = Symbol.for('nagare.trace')
/** One per process, even if sources and the built site are both loaded, as in tests. */
const current: AsyncLocalStorage<Trace> =
  Reflect.get(globalThis, KEY) ?? new AsyncLocalStorage<Trace>({ name: 'trace' })
Reflect.set(globalThis, KEY, current)

/** Runs `run` so that its calls and awaits find the trace. */
export function traced<Result>(trace: Trace, run: () => Result): Result {
  return current.run(trace, run)
}

/** Undefined outside of traced(). */
export const currentTrace = (): Trace | undefined => current.getStore()

/** Headers for a call to another service. */
export function tracingHeaders(): { traceparent?: string } {
  const trace = current.getStore()
  return trace ? { traceparent: trace.traceparent() } : {}
}
