import { mayTrack } from '#domain/people/may-track.ts'
import { type AnalyticsSettings, startWith } from './analytics.ts'

/** Loads analytics when the browser is idle, unless the visitor opted out. */
export async function startAnalytics(settings: AnalyticsSettings): Promise<void> {
  if (!mayTrack(navigator, location.hostname)) return
  await idle()
  try {
    const { openPostHog } = await import('./posthog.ts')
    startWith(openPostHog(settings))
  } catch (error) {
    // Most likely blocked by the browser.
    console.info('Usage is not counted', error)
  }
}

async function idle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  // Safari has no requestIdleCallback.
  const wait = globalThis.requestIdleCallback ?? ((done: () => void) => setTimeout(done, 2000))
  await new Promise<void>((resolve) => void wait(() => resolve()))
}
