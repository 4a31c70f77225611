import type { ClientDirective } from 'astro'

/** For browsers that do not tell pages when they paint, and pages in the background. */
const AT_LATEST_MS = 2000

/**
 * `client:painted`: hydrates when the browser is idle after the first paint. While fonts keep the paint waiting it is
 * idle too, and scripts would take the network from what is about to be seen.
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

/** Safari does not say when it is idle. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve)
  })
}
