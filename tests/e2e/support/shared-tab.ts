import type { Page } from '@playwright/test'
import { test as plain } from './test.ts'

/**
 * Like the plain `test`, but the tests of a worker share one tab, since the processes of a new one cost more than most
 * pages. Each test starts signed out, with empty storage, in a window of the usual size; the HTTP cache is warm. For
 * tests that add no init script, install no clock and measure no first load.
 */
export const test = plain.extend({
  page: async (
    { browser, shared, baseURL, viewport, extraHTTPHeaders, javaScriptEnabled, hasTouch, contextOptions },
    use,
  ) => {
    // A context keeps these for good.
    const name = JSON.stringify({ tab: 'shared', baseURL, javaScriptEnabled, hasTouch, contextOptions })
    const { page } = await shared.get(name, async () => {
      const context = await browser.newContext()
      return { page: await context.newPage(), close: () => context.close() }
    })
    await page.context().setExtraHTTPHeaders(extraHTTPHeaders ?? {})
    if (viewport) await page.setViewportSize(viewport)
    await use(page)
    if (page.isClosed()) shared.drop(name)
    else await reset(page, contextOptions.reducedMotion ?? null)
  },
  context: async ({ page }, use) => use(page.context()),
})

async function reset(tab: Page, reducedMotion: 'reduce' | 'no-preference' | null): Promise<void> {
  const context = tab.context()
  for (const event of [
    ...(['console', 'pageerror', 'download'] as const),
    ...(['request', 'requestfinished', 'requestfailed', 'response'] as const),
  ])
    tab.removeAllListeners(event)
  await tab.unrouteAll({ behavior: 'ignoreErrors' })
  await Promise.all(context.pages().map((page) => page !== tab && page.close()))
  // Leaves the page first, so that its scripts store nothing afterwards.
  await tab.goto('/healthz')
  await tab.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await tab.emulateMedia({ media: null, colorScheme: null, reducedMotion })
}
