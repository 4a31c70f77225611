import type { Page } from '@playwright/test'
import { LONG } from '../support/long.ts'
import { countedClicks, freeMember } from '../support/members.ts'
import { expectSeen } from '../support/seen.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible, test as fresh, layoutShift } from '../support/test.ts'
import { openTerms, theTerms, upgradeButton } from './paying.ts'

const annual = (page: Page) => page.getByRole('radio', { name: 'Annual' })
const monthly = (page: Page) => page.getByRole('radio', { name: 'Monthly' })

async function expectPrice(page: Page, amount: string, billing: string): Promise<void> {
  const card = page.getByRole('region', { name: 'PRO' })
  await expect(card.getByText(`${amount} per month`)).toBeVisible()
  await expect(card.getByText(billing, { exact: true })).toBeVisible()
}

fresh('annual comes first: 22 a month; a click shows 29 a month, and nothing moves', async ({ page }) => {
  await page.goto('/pricing', { waitUntil: 'networkidle' })
  await expect(annual(page)).toBeChecked()
  await expectSeen(upgradeButton(page))
  await expectPrice(page, 'US$22', 'billed annually at US$264')
  await expect(page.getByText('US$29 per month')).toBeHidden()
  const before = await layoutShift(page)
  await monthly(page).check()
  await expectPrice(page, 'US$29', 'billed monthly')
  await expect(page.getByText('US$22 per month')).toBeHidden()
  expect((await layoutShift(page)) - before).toBe(0)
})

test('the keyboard alone chooses a period, reads the terms and comes back', async ({ page }) => {
  await freeMember(page)
  await page.goto('/pricing', { waitUntil: 'networkidle' })
  await annual(page).focus()
  await page.keyboard.press('ArrowRight')
  await expectPrice(page, 'US$29', 'billed monthly')
  await page.keyboard.press('Tab')
  await expect(upgradeButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(theTerms(page).getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(theTerms(page).getByRole('link', { name: 'Terms of Service' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(upgradeButton(page)).toBeFocused()
})

test('the custom card leads to the contact form, the licence to the terms; and clicks are counted', async ({
  page,
}) => {
  const clicks = countedClicks(page)
  await page.route('https://forms.example/**', (route) => route.fulfill({ body: 'A form' }))
  await page.goto('/pricing', { waitUntil: 'networkidle' })
  const custom = page.getByRole('region', { name: 'CUSTOM Bring Your Own' })
  await custom.getByRole('link', { name: 'Get in touch' }).click()
  await expect(page).toHaveURL('https://forms.example/nagare')
  await page.goto('/pricing', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Read more about our licensing' }).click()
  await expect(page).toHaveURL(/\/terms$/)
  await page.goto('/pricing')
  await upgradeButton(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(clicks).toEqual(['GETINTOUCH_CLICK', 'READ_MORE_ABOUT_LICENSE_CLICK', 'UPGRADE_CLICK'])
})

test('with test payments, the page says so and loads nothing from Stripe', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => request.url().includes('stripe.com') && foreign.push(request.url()))
  const answer = await page.goto('/pricing', { waitUntil: 'networkidle' })
  await expect(page.getByText('Test payments', { exact: true })).toBeVisible()
  expect(answer?.headers()['content-security-policy']).not.toContain('stripe.com')
  expect(foreign).toEqual([])
})

test('a click that comes before the scripts is not lost', LONG, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/pricing', { waitUntil: 'commit' })
  await monthly(page).check()
  await upgradeButton(page).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Create your account' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the toggle works, and there is no button that does nothing', async ({ page }) => {
    await page.goto('/pricing')
    await monthly(page).check()
    await expectPrice(page, 'US$29', 'billed monthly')
    await expect(upgradeButton(page)).toBeHidden()
    await expect(page.getByText('Upgrading needs JavaScript.')).toBeVisible()
  })
})

for (const [width, height] of [
  [320, 568],
  [1280, 600],
] as const) {
  test(
    `the page and the terms fit a window of ${width} by ${height}, and the button that pays is in view`,
    width === 320 ? {} : LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await freeMember(page)
      const terms = await openTerms(page)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      expect(await terms.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      const pay = terms.getByRole('button', { name: /^Subscribe/ })
      const back = terms.getByRole('button', { name: 'Back to pricing' })
      for (const button of [pay, back]) await expect(button).toBeInViewport({ ratio: 1 })
      await terms.getByRole('link', { name: 'Terms of Service' }).scrollIntoViewIfNeeded()
      for (const button of [pay, back]) await expect(button).toBeInViewport({ ratio: 1 })
    },
  )
}

test('axe finds nothing on the page and in the terms', LONG, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await freeMember(page)
  await page.goto('/pricing', { waitUntil: 'networkidle' })
  await expectAccessible(page)
  await upgradeButton(page).click()
  await expect(theTerms(page)).toBeVisible()
  await expectAccessible(page)
})
