import { distinctId } from '#domain/distinct-id.ts'
import { isThisMachine } from '#domain/this-machine.ts'
import { $auth } from './auth.ts'

export interface AnalyticsSettings {
  key: string
  /** Origin. */
  host: string
}

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

/** Loads what counts when the browser has nothing better to do, unless the visitor does not want to be counted. */
export async function startAnalytics(settings: AnalyticsSettings): Promise<void> {
  if (analytics || !mayCount(navigator, location.hostname)) return
  await idle()
  try {
    const { openPostHog } = await import('./posthog.ts')
    startWith(openPostHog(settings))
  } catch (error) {
    // Blocked, most likely, and nobody misses it.
    console.info('Usage is not counted', error)
  }
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

interface Visitor {
  webdriver?: boolean
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/** Not on the machine of who builds the site, not in tests, and not who asks not to be tracked. */
export function mayCount(
  { webdriver, doNotTrack, globalPrivacyControl }: Visitor,
  hostname: string,
): boolean {
  return !isThisMachine(hostname) && !webdriver && doNotTrack !== '1' && !globalPrivacyControl
}

function idOf(id: number | string): string | undefined {
  try {
    return distinctId(id)
  } catch {
    return undefined
  }
}

async function idle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  // Safari cannot say when it is idle.
  const wait = globalThis.requestIdleCallback ?? ((done: () => void) => setTimeout(done, 2000))
  await new Promise<void>((resolve) => void wait(() => resolve()))
}
