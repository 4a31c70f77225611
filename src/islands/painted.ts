import type { ClientDirective } from 'astro'

/** For background pages, and browsers that do not report paints. */
const AT_LATEST_MS = 2000

/**
 * `client:painted`: hydrates when the browser is idle after the first paint. While fonts delay the paint it is idle
 * too, and scripts would take bandwidth from visible content.
 */
const painted: ClientDirective = async (load) => {
  await firstPaint()
  await idle()
  await (await load())()
}
export default painted

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, AT_LATEST_MS)
  })
}

/** Safari has no requestIdleCallback. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve)
  })
}
