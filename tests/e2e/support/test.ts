import { randomInt } from 'node:crypto'
import { type ConsoleMessage, expect, type Page, test as plain } from '@playwright/test'
import axe from 'axe-core'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { Shared } from './shared.ts'

/** A console error, a console warning or an exception on the page fails the test, unless it is expected. */
export const test = plain.extend<{ expectedNoise: RegExp | undefined; noise: string[] }, { shared: Shared }>({
  // The only worker fixture: tests with other worker fixtures would need other workers, which start in two seconds.
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const shared = new Shared()
      await use(shared)
      await shared.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  expectedNoise: [undefined, { option: true }],
  // Each test has its own address, so that no test uses up the rate limits of another.
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
      expect(noise, 'console errors and warnings').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The rules that a theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const THEMES = ['light', 'dark'] as const

/**
 * Expects no axe violation of any severity. The quick tests look at dark colours on each kind of page (site.spec.ts), the
 * long test everywhere. Calls axe directly: its Playwright package opens a blank page for each analysis, which takes
 * longer than the analysis.
 */
export async function expectAccessible(
  page: Page,
  themes: readonly (typeof THEMES)[number][] = IN_LONG_TEST ? THEMES : ['light'],
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await animationsEnded(page)
    const places = await violations(page, colorScheme === 'dark' ? COLOUR_RULES : undefined)
    expect(places, `in ${colorScheme} colours`).toEqual([])
  }
}

/** `rule: selectors` of each violation; all rules by default. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe
    const results = await run({
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values } }),
    })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
  }, rules)
}

/** Fading elements are paler half-way. */
export async function animationsEnded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
      return endless || animation.playState !== 'running'
    }),
  )
}

/** Resolves two frames later: by then the effect of an event is drawn. */
export function framesLater(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** Resolves when the page has been idle, after everything that waits for idle time. */
export function idleLater(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
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
