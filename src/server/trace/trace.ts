import { AsyncLocalStorage } from 'node:async_hooks'
import { newTraceContext, type TraceContext, traceparentOf } from './traceparent.ts'

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

  /** Header for a call to another service. */
  traceparent(): string {
    this.#context ??= newTraceContext()
    return traceparentOf(this.#context)
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
