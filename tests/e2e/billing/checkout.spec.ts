import type { Page } from '@playwright/test'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, freeMember, registerInDialog } from '../support/members.ts'
import { keptAuth, signInAs } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'
import { sharedEmulator } from './emulator.ts'
import { becomePro, confirm, membershipOf, openTerms, pay, theTerms, upgradeButton } from './paying.ts'

const subscriptionsOf = async (page: Page) => {
  const { id } = (await keptAuth(page)) as { id: number }
  const { subscriptions } = await sharedEmulator().truth()
  return subscriptions.filter(({ metadata }) => metadata.user_id === String(id))
}

test('upgrading while signed out opens the dialog, then goes on to the terms and to Stripe', async ({
  page,
}) => {
  await page.goto('/pricing')
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await upgradeButton(page).click()
  await registerInDialog(page)
  await expect(theToast(page, 'Register successful.')).toBeVisible()
  await expect(theTerms(page)).toContainText('PRO, monthly')
  await confirm(page)
})

test('the terms state price, period, renewal, payment and cancellation, before anything is opened', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/payment/stripe') && asked.push(request.url()))
  await freeMember(page)
  const annual = await openTerms(page)
  const inAYear = new Date()
  inAYear.setFullYear(inAYear.getFullYear() + 1)
  const date = inAYear.toLocaleDateString('en', { dateStyle: 'long' })
  await expect(annual).toContainText('US$264 a year, which is US$22 a month.')
  await expect(annual).toContainText(
    `Renews by itself on ${date} and each year after that, for US$264 each time`,
  )
  await expect(annual).toContainText('The first payment is taken now')
  await expect(annual).toContainText('On your account page, in two clicks, at any time and free of charge.')
  await expect(annual).toContainText('Test payments')
  await expect(annual.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms')
  await annual.getByRole('button', { name: 'Back to pricing' }).click()
  await expect(annual).toBeHidden()
  await expect(upgradeButton(page)).toBeFocused()
  const monthly = await openTerms(page, 'Monthly')
  await expect(monthly).toContainText('US$29 a month. Over twelve months that comes to US$348.')
  await expect(monthly.getByRole('button', { name: 'Subscribe and pay US$29' })).toBeVisible()
  expect(asked).toEqual([])
})

test('a card that is declined can be followed by one that pays', LONG, async ({ page }) => {
  await freeMember(page)
  await openTerms(page)
  await confirm(page)
  await page.getByRole('button', { name: 'Pay with a card that declines', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('declined')
  expect(await subscriptionsOf(page).catch(() => [])).toEqual([])
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Pro Membership!' })).toBeVisible()
  expect(await subscriptionsOf(page)).toHaveLength(1)
})

test('leaving without paying returns to the prices, costs nothing, and the same page opens again', async ({
  page,
}) => {
  await freeMember(page)
  await openTerms(page)
  await confirm(page)
  const address = page.url()
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  expect(await membershipOf(page)).toBe('free')
  await upgradeButton(page).click()
  await confirm(page)
  expect(page.url()).toBe(address)
})

test('paying in two tabs makes one subscription', LONG, async ({ page, context }) => {
  await freeMember(page)
  const other = await context.newPage()
  await Promise.all([openTerms(page), openTerms(other)])
  await Promise.all([confirm(page), confirm(other)])
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Pro Membership!' })).toBeVisible()
  await other.getByRole('button', { name: /^Pay US\$/ }).click()
  await expect(other.getByRole('heading', { name: 'You’re all done here' })).toBeVisible()
  await other.getByRole('link', { name: 'Continue' }).click()
  await expect(other.getByRole('heading', { name: 'Welcome to Pro Membership!' })).toBeVisible()
  expect(await subscriptionsOf(page)).toHaveLength(1)
})

test('coming back by the browser’s back button finds nothing busy', LONG, async ({ page }) => {
  await freeMember(page)
  await openTerms(page)
  await confirm(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(theTerms(page)).toHaveCount(0)
  await upgradeButton(page).click()
  await expect(theTerms(page).getByRole('button', { name: /^Subscribe/ })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await confirm(page)
})

test.describe('the membership that the browser remembers', () => {
  test.use({ expectedNoise: /409/ })

  test(
    'may be older than the payment: "Already Pro", and the rest of the page learns of it',
    LONG,
    async ({ page, browser }) => {
      const person = await freeMember(page)
      const elsewhere = await browser.newPage()
      await elsewhere.goto('/healthz')
      await signInAs(elsewhere, person)
      await becomePro(elsewhere)
      await elsewhere.close()
      const terms = await openTerms(page)
      await terms.getByRole('button', { name: /^Subscribe/ }).click()
      await expect(theToast(page, 'Already Pro')).toContainText('You are already a Pro member.')
      await expect(terms).toBeHidden()
      await expect.poll(() => keptAuth(page)).toMatchObject({ membership: 'pro' })
    },
  )
})

test('after paying one is taken back to the clip where the wish began, by way of the terms, too', async ({
  page,
  request,
  context,
}) => {
  const clip = await aClip(request, 'fuji')
  await freeMember(page)
  await page.goto(`/m/${clip.id}`)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Upgrade to download' }).click()
  const prices = await opened
  await expect.poll(() => previousPage(prices)).toBe(`/m/${clip.id}`)
  await prices.getByRole('link', { name: 'Read more about our licensing' }).click()
  await prices.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
  await expect(prices).toHaveURL(/\/pricing$/)
  await upgradeButton(prices).click()
  await confirm(prices)
  await pay(prices)
  await prices.getByRole('button', { name: 'Go back to the Previous' }).click()
  await expect(prices).toHaveURL(new RegExp(`/m/${clip.id}$`))
  expect(await previousPage(prices)).toBeNull()
})

/** The page that is kept for the way back, which the page of prices writes once its button works. */
const previousPage = (page: Page) => page.evaluate(() => localStorage.getItem('previousPayPage'))
