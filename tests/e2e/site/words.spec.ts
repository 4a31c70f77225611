import { LONG } from '../support/long.ts'
import { test } from '../support/shared-tab.ts'
import { expect, test as fresh, layoutShift } from '../support/test.ts'

const pages = [
  { path: '/terms', title: 'Terms of Service', sections: 10 },
  { path: '/privacy', title: 'Privacy Policy', sections: 10 },
]

for (const { path, title, sections } of pages) {
  test.describe(path, () => {
    test('has one headline, its effective date, and numbered sections', async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveTitle(`${title} | Nagare`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([title])
      await expect(page.locator('time')).toHaveAttribute('datetime', '2024-12-01')
      await expect(page.locator('time')).toHaveText('December 1, 2024')
      const headings = await page.locator('main section h2').allInnerTexts()
      expect(headings.map((heading) => Number.parseInt(heading, 10))).toEqual(
        Array.from({ length: sections }, (_, index) => index + 1),
      )
    })

    test('has no missing anchor, and no duplicate id', async ({ page }) => {
      await page.goto(path)
      const { ids, anchors } = await page.evaluate(() => ({
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        anchors: [...document.querySelectorAll('a[href^="#"]')].map((link) =>
          link.getAttribute('href')?.slice(1),
        ),
      }))
      expect(new Set(ids).size).toBe(ids.length)
      expect(anchors.length).toBeGreaterThan(2 * sections)
      expect(anchors.filter((anchor) => !ids.includes(anchor ?? ''))).toEqual([])
    })

    test('is reached from its contents by keyboard', async ({ page }) => {
      await page.goto(path)
      const entry = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(4)
      await entry.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${path}#[a-z-]+$`))
      await expect(page.locator('main section h2').nth(4)).toBeInViewport()
    })

    test('can be read at 320 px without scrolling sideways, by finger too', LONG, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      const sizes = await page
        .locator('main section :is(p, li)')
        .evaluateAll((all) => all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
      const entries = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
      const heights = await entries.evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect().height),
      )
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
    })

    fresh('keeps its lines short enough to read on a wide screen', LONG, async ({ page }) => {
      await page.setViewportSize({ width: 2560, height: 1440 })
      await page.goto(path, { waitUntil: 'networkidle' })
      const widths = await page
        .locator('.legal-body > section > :is(p, ul)')
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().width))
      expect(Math.max(...widths)).toBeLessThanOrEqual(640)
      expect(await layoutShift(page)).toBeLessThan(0.01)
    })

    test('prints as text alone, dark on white', LONG, async ({ page }) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const selector of ['.site-header', '.category-bar', '.site-footer', '.contents'])
        await expect(page.locator(selector)).toBeHidden()
      const ink = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color)
      expect(Number(/oklch\(([\d.]+)/.exec(ink)?.[1])).toBeLessThan(0.4)
    })
  })
}

test('the terms list what the licence allows, forbids and leaves after its end', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.locator('#usage ~ ul').first()).toContainText('client projects, advertising')
  await expect(page.locator('#usage ~ ul').last()).toContainText(
    'Sell, lend, give away or share a clip by itself',
  )
  await expect(page.locator('#after ~ ul')).toContainText('may stay where it is, for good')
})

test('the terms name their sections by the true number', async ({ page }) => {
  await page.goto('/terms')
  const references = await page
    .locator('main p a[href^="#"]', { hasText: /^section \d/ })
    .evaluateAll((links) =>
      links.map((link) => ({
        said: link.textContent,
        is: `section ${document.querySelector(`${link.getAttribute('href')} .number`)?.textContent}`,
      })),
    )
  expect(references.length).toBeGreaterThan(1)
  expect(references.map(({ said }) => said)).toEqual(references.map(({ is }) => is))
})

test('the footer of every page leads to the terms and the privacy policy, and counts the clicks', async ({
  page,
}) => {
  await page.goto('/')
  const links = page.getByRole('contentinfo').getByRole('link')
  await expect(links.filter({ hasText: 'Terms' })).toHaveAttribute('data-activity', 'TERMS_CLICK')
  await expect(links.filter({ hasText: 'Privacy' })).toHaveAttribute('data-activity', 'PRIVACY_CLICK')
  // By keyboard, since the footer moves down while further clips load.
  await links.filter({ hasText: 'Terms' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
  await links.filter({ hasText: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
})

test('these texts name a contact', async ({ page }) => {
  await page.goto('/privacy#contact')
  await expect(page.locator('#contact')).toBeInViewport()
  await expect(page.locator('main a[href^="mailto:"]')).toHaveAttribute('href', 'mailto:contact@localhost')
})
