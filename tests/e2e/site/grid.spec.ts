import { IN_LONG_TEST } from '../../support/runs.ts'
import { LONG } from '../support/long.ts'
import { scrollUntil } from '../support/scroll-until.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 340, height: 300 } })

test(
  'clips that are far away are taken out and come back at the same place, at other widths too',
  LONG,
  async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    await scrollUntil(page, page.locator('.grid-end'))
    const first = page.locator('.grid-section').first()
    const top = () => first.evaluate((section) => section.getBoundingClientRect().top + scrollY)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    await expect(first.locator('.tile')).toHaveCount(0)
    const [wasTop, wasHeight] = [await top(), await height()]
    await first.evaluate((section) => section.scrollIntoView())
    await expect(first.locator('.tile img').first()).toBeInViewport()
    expect([await top(), await height()]).toEqual([wasTop, wasHeight])
    for (const width of IN_LONG_TEST ? [250, 340, 500, 800, 1280] : [250, 800]) {
      await page.setViewportSize({ width, height: 300 })
      const tooHigh = () =>
        first.evaluate((section) => {
          section.scrollIntoView()
          const { bottom } = section.getBoundingClientRect()
          return Math.abs(bottom - section.lastElementChild!.getBoundingClientRect().bottom)
        })
      await expect.poll(tooHigh, { message: `${width} px wide` }).toBeLessThan(1)
    }
  },
)
