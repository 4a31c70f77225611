import { randomInt } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { type ConsoleMessage, expect, type Page, test as plain } from '@playwright/test'

/** Every test's page fails it by a console error, a console warning or an exception, unless the test expects them. */
export const test = plain.extend<{ expectedNoise: RegExp | undefined; noise: string[] }>({
  expectedNoise: [undefined, { option: true }],
  // Every test comes from an address of its own, so that none uses up another's sign-ins and registrations.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}` }),
  noise: [
    async ({ page, expectedNoise }, use) => {
      const noise: string[] = []
      const hear = (text: string) => expectedNoise?.test(text) || noise.push(text)
      page.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error' || message.type() === 'warning') hear(message.text())
      })
      page.on('pageerror', (error) => hear(String(error)))
      await use(noise)
      expect(noise, 'what the page complained about').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What a theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** axe finds nothing at all, not only nothing serious, in either theme; the page is in dark colours afterwards. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await animationsEnded(page)
    const axe = new AxeBuilder({ page })
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(COLOUR_RULES)).analyze()
    const places = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
    expect(places, `in ${colorScheme} colours`).toEqual([])
  }
}

/** Half-way, colours of what fades in are paler. */
async function animationsEnded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
      return endless || animation.playState !== 'running'
    }),
  )
}

/** Sum of the layout shifts so far, as Chromium counts them. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
}
