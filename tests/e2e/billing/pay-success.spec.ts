import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember, logInInDialog, signedIn } from '../support/members.ts'
import { anAccount, keptAuth } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, test as fresh } from '../support/test.ts'

const heading = (page: import('@playwright/test').Page) => page.getByRole('heading', { level: 1 })

test('a member is welcomed with unlimited access', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  await page.goto('/paysuccess')
  await expect(heading(page)).toHaveText('Welcome to Pro Membership!')
  await expect(page.getByText('You now have unlimited access')).toBeVisible()
  await page.getByRole('button', { name: 'Go back to the Previous' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a free member is told so, with a next step', async ({ page }) => {
  await freeMember(page)
  await page.goto('/paysuccess')
  await expect(heading(page)).toHaveText('We know of no payment')
  await expect(page.getByRole('link', { name: 'See pricing' })).toHaveAttribute('href', '/pricing')
})

test('a signed-out visitor logs in, then sees the result', LONG, async ({ page }) => {
  const person = await anAccount(page)
  await page.goto('/paysuccess')
  await expect(heading(page)).toHaveText('Log in to see your membership')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(theDialog(page)).toBeVisible()
  await logInInDialog(page, person)
  await expect(heading(page)).toHaveText('We know of no payment')
})

test.describe('when it is unknown', () => {
  test.use({ expectedNoise: /payment could not be checked|Failed to load resource/ })

  test('"Failed to update user. Please reach out:" and why, with another try', async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.pro)
    await page.route('**/api/user', (route) =>
      route.fulfill({ status: 503, json: { status: 'UNAVAILABLE', message: 'x', request_id: 'y' } }),
    )
    await page.goto('/paysuccess')
    await expect(
      theToast(
        page,
        'Failed to update user. Please reach out: This is not available right now. Please try again shortly.',
      ),
    ).toHaveAttribute('data-type', 'error')
    await expect(heading(page)).toHaveText('We could not check your payment')
    await page.unroute('**/api/user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Welcome to Pro Membership!')
  })

  test('somebody else’s checkout makes nobody a member', async ({ page }) => {
    await freeMember(page)
    await page.goto('/paysuccess?session_id=cs_test_of_somebody_else')
    await expect(
      theToast(page, 'Failed to update user. Please reach out: This payment is not known.'),
    ).toBeVisible()
    expect(await keptAuth(page)).toMatchObject({ membership: 'free' })
  })
})

fresh('a payment that is not confirmed yet is waited for, honestly', LONG, async ({ page }) => {
  await freeMember(page)
  const state = { membership: 'free', ground: null, plan: null, until: null, renews: false, past_due: false }
  const rights = { stays: false, can_cancel: false, can_resume: false, has_portal: false }
  await page.route('**/api/payment/sync', (route) => route.fulfill({ json: { ...state, ...rights } }))
  await page.clock.install()
  await page.goto('/paysuccess?session_id=cs_test_123')
  await expect(page.getByText('We are asking Stripe whether your payment has arrived.')).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(heading(page)).toHaveText('Your payment is on its way', { timeout: 200 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what it can about the payment', async ({ page }) => {
    await page.goto('/paysuccess')
    await expect(page.getByText('If you have paid, your membership has begun.')).toBeVisible()
  })
})
