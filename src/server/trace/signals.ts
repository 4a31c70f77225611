import { channel } from 'node:diagnostics_channel'
import type { CacheState } from '#server/http/cache/page-cache.ts'
import { currentTrace } from './trace.ts'

/** The process's signals. Almost free without a listener, which is src/server/metrics. */
export interface Signals {
  /** `route` is a pattern, never an address. `seconds` until the answer began. */
  request: { route: string; status: number; seconds: number; cache: CacheState | undefined }
  render: { route: string; seconds: number }
  query: { kind: 'read' | 'write'; seconds: number; failed: boolean }
  search: { kind: 'results' | 'suggestions'; seconds: number }
  job: { kind: string; outcome: 'done' | 'failed' | 'interrupted'; seconds: number }
  /** From the arrival of a Stripe event until it was handled. */
  webhook: { seconds: number }
}

const channelOf = (name: keyof Signals) => channel(`nagare:${name}`)

/** `message` makes it, only if there is a listener. */
export function publishSignal<Name extends keyof Signals>(name: Name, message: () => Signals[Name]): void {
  if (channelOf(name).hasSubscribers) channelOf(name).publish(message())
}

/** Reports a search's duration, also if it fails, and adds it to the request's time. */
export async function timedSearch<Result>(
  kind: Signals['search']['kind'],
  run: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  try {
    return await run()
  } finally {
    const ms = performance.now() - began
    currentTrace()?.spend('search', ms)
    publishSignal('search', () => ({ kind, seconds: ms / 1000 }))
  }
}

/** Returns a function that removes the listener. */
export function onSignal<Name extends keyof Signals>(
  name: Name,
  listen: (message: Signals[Name]) => void,
): () => void {
  const listener = (message: unknown) => listen(message as Signals[Name])
  channelOf(name).subscribe(listener)
  return () => void channelOf(name).unsubscribe(listener)
}
