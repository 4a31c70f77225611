import { distinctId } from '#domain/people/distinct-id.ts'
import { $auth } from '#stores/auth/auth.ts'

type Properties = Record<string, unknown>

/** What counts; see posthog.ts. */
export interface Analytics {
  capture(event: string, properties: Properties): void
  /** Whom it thinks to be here since an earlier page; undefined for nobody in particular. */
  knownId(): string | undefined
  identify(id: string): void
  /** What follows is somebody else's. */
  reset(): void
}

/** What happened before it was there. Where nothing is counted, no more than these few is ever kept. */
const waiting: { event: string; properties: Properties }[] = []
const MOST_WAITING = 20

let analytics: Analytics | undefined

/** Counts something that happened, if the operator wants that; it never fails, and holds nothing up. */
export function capture(event: string, properties: Properties = {}): void {
  if (analytics) analytics.capture(event, properties)
  else if (waiting.length < MOST_WAITING) waiting.push({ event, properties })
}

/** Hands over what has waited, and keeps in step with who is signed in. */
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
