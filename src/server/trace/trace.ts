import { AsyncLocalStorage } from 'node:async_hooks'
import { newTraceContext, type TraceContext, traceparentOf } from './traceparent.ts'

/** Where time goes: `search` includes its database time, and `render` includes both. `body`: until the client had sent it. */
export type TimePart = 'body' | 'render' | 'search' | 'database' | 'compression'

/** What a request or a job spends its time on, and the name by which other services know it. */
export class Trace {
  /** Milliseconds. */
  readonly time: Partial<Record<TimePart, number>> = {}
  /** Statements sent to the database. */
  queries = 0
  #context: TraceContext | undefined

  /** @param given from the caller; otherwise one is made when somebody asks */
  constructor(given?: TraceContext) {
    this.#context = given
  }

  /** Undefined where nobody outside has heard of this trace. */
  get id(): string | undefined {
    return this.#context?.id
  }

  /** For the header of a call that we make. */
  traceparent(): string {
    this.#context ??= newTraceContext()
    return traceparentOf(this.#context)
  }

  spend(part: TimePart, ms: number): void {
    this.time[part] = (this.time[part] ?? 0) + ms
  }
}

const KEY = Symbol.for('nagare.trace')
/** One in a process, also where sources and the built site are both loaded, as in tests. */
const current: AsyncLocalStorage<Trace> =
  Reflect.get(globalThis, KEY) ?? new AsyncLocalStorage<Trace>({ name: 'trace' })
Reflect.set(globalThis, KEY, current)

/** Runs so that whatever it calls, and awaits, finds the trace. */
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
