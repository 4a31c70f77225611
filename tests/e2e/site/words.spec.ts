import { LONG } from '../support/long.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

for (const path of ['/terms', '/privacy']) {
  test.describe(path, () => {
    test('is reached from its contents by keyboard', path === '/terms' ? {} : LONG, async ({ page }) => {
      await page.goto(path)
      const entry = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(4)
      await entry.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${path}#[a-z-]+$`))
      await expect(page.locator('main section h2').nth(4)).toBeInViewport()
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
