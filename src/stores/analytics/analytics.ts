import { distinctId } from '#domain/people/distinct-id.ts'
import { $auth } from '#stores/auth/auth.ts'

type Properties = Record<string, unknown>

export interface AnalyticsSettings {
  key: string
  host: string
}

/** An analytics provider; see posthog.ts. */
export interface Analytics {
  capture(event: string, properties: Properties): void
  /** Id it remembers from an earlier page; undefined for an anonymous visitor. */
  knownId(): string | undefined
  identify(id: string): void
  /** Starts a new anonymous visitor. */
  reset(): void
}

/** Events from before the provider was loaded. Without analytics no more than these are kept. */
const waiting: { event: string; properties: Properties }[] = []
const MOST_WAITING = 20

let analytics: Analytics | undefined

/** Counts an event if analytics are on. Never fails or blocks. */
export function capture(event: string, properties: Properties = {}): void {
  if (analytics) analytics.capture(event, properties)
  else if (waiting.length < MOST_WAITING) waiting.push({ event, properties })
}

/** Sends the waiting events and follows sign-ins and sign-outs. */
export function startWith(opened: Analytics): void {
  analytics = opened
  let known = opened.knownId()
  $auth.subscribe((record) => {
    const id = record && idOf(record.id)
    if (id === known) return
    if (known) opened.reset()
    if (id) opened.identify(id)
    known = id
  })
  for (const { event, properties } of waiting.splice(0)) opened.capture(event, properties)
}

function idOf(id: number | string): string | undefined {
  try {
    return distinctId(id)
  } catch {
    return undefined
  }
}
