import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { countedClicks, freeMember, signedIn } from '../support/members.ts'
import { expect, sharedShopTest, test } from '../support/own-shop.ts'
import { keptAuth } from '../support/people.ts'
import { test as firstShopTest } from '../support/shared-tab.ts'
import { expectAccessible } from '../support/test.ts'
import { becomePro, membershipOf, upgradeButton } from './paying.ts'

const panel = (page: import('@playwright/test').Page) => page.getByRole('region', { name: 'Membership' })

sharedShopTest(
  'an early tester is warned that cancelling ends it at once and for good; then it does',
  LONG,
  async ({ page }) => {
    const clicks = countedClicks(page)
    await signedIn(page, KNOWN_MEMBERS.earlyAdopter)
    await page.goto('/account')
    await panel(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Cancel your membership?' })
    await expect(question).toContainText('This cannot be undone')
    await question.getByRole('button', { name: 'Keep my membership' }).click()
    expect(await membershipOf(page)).toBe('early_adopter')
    await panel(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await question.getByRole('button', { name: 'Cancel membership' }).click()
    await expect(theToast(page, 'Membership successfully cancelled.')).toBeVisible()
    await expect(panel(page)).toContainText('Free')
    await expect(panel(page).getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/pricing')
    expect(await keptAuth(page)).toMatchObject({ membership: 'free' })
    expect(clicks).toEqual(['CANCEL_CLICK', 'CANCEL_CLICK'])
  },
)

test.describe('when Stripe is down', () => {
  sharedShopTest.use({ expectedNoise: /503|could not be/ })

  sharedShopTest(
    '"Failed to cancel membership. Please reach out." and all stays as it was',
    LONG,
    async ({ page, shop }) => {
      await freeMember(page)
      await becomePro(page)
      await page.goto('/account')
      await expect(panel(page)).toContainText(/Billed annually\. Renews by itself on/)
      await shop.stripe.fail({ kind: 'status', status: 500, route: 'POST /v1/*', times: 50 })
      await panel(page).getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('button', { name: 'Cancel membership' }).click()
      await expect(theToast(page, 'Failed to cancel membership. Please reach out.')).toBeVisible()
      expect(await membershipOf(page)).toBe('pro')
      await panel(page).getByRole('button', { name: 'Cards and invoices' }).click()
      await expect(theToast(page, 'Cards and invoices could not be opened.')).toBeVisible()
      await shop.stripe.clearFaults()
      await panel(page).getByRole('button', { name: 'Cards and invoices' }).click()
      await page.waitForURL(/\/p\/session\//)
      await page.getByRole('link', { name: /Return to/ }).click()
      await expect(page).toHaveURL(/\/account$/)
    },
  )
})

sharedShopTest(
  'a monthly member who chooses annual sees the sums first, and may change back',
  LONG,
  async ({ page }) => {
    await freeMember(page)
    await becomePro(page, 'Monthly')
    await page.goto('/pricing')
    const card = page.getByRole('region', { name: 'PRO' })
    await expect(card.getByRole('heading', { name: 'Your plan' })).toBeVisible()
    await expect(card).toContainText('Billed monthly. Renews by itself on')
    await expect(upgradeButton(page)).toHaveCount(0)
    await card.getByRole('button', { name: 'Change to annual' }).click()
    const yearly = page.getByRole('dialog', { name: 'Change to annual billing?' })
    await expect(yearly).toContainText('PRO, a year from todayUS$264')
    await expect(yearly).toContainText('Credit for the unused part of your old plan−US$29')
    await expectAccessible(page)
    await yearly.getByRole('button', { name: 'Change and pay US$235' }).click()
    await expect(theToast(page, 'Your plan is changed.')).toBeVisible()
    await expect(yearly).toBeHidden()
    await expect(card).toContainText('Billed annually.')
    await expect(card.getByRole('button', { name: 'Change to monthly' })).toBeVisible()

    await card.getByRole('link', { name: 'Your account' }).click()
    await expect(panel(page)).toContainText('Billed annually.')
    await panel(page).getByRole('button', { name: 'Change to monthly' }).click()
    const monthly = page.getByRole('dialog', { name: 'Change to monthly billing?' })
    await expect(monthly).toContainText('Credit left for later paymentsUS$235')
    await monthly.getByRole('button', { name: 'Change plan' }).click()
    await expect(panel(page)).toContainText('Billed monthly.')
    await expect(panel(page).getByRole('button', { name: 'Change to annual' })).toBeVisible()

    await panel(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel membership' }).click()
    await expect(theToast(page, 'Membership successfully cancelled.')).toBeVisible()
    await page.goto('/pricing')
    await expect(card).toContainText('Cancelled. You keep access until')
    await card.getByRole('button', { name: 'Undo cancellation' }).click()
    await expect(card).toContainText('Billed monthly. Renews by itself on')
  },
)

test.describe('when nothing is sold', () => {
  test.use({ settings: { STRIPE_SECRET_KEY: '' } })

  test('the page of prices says so and has no dead button', LONG, async ({ page }) => {
    await freeMember(page)
    await page.goto('/pricing')
    await expect(page.getByText('Memberships are not on sale yet.')).toBeVisible()
    await expect(upgradeButton(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Get in touch' })).toHaveAttribute('href', '/contact')
    await expect(page.getByText('Test payments')).toHaveCount(0)
    await page.goto('/account')
    await expect(panel(page)).toContainText('Memberships are not on sale yet.')
    await expect(panel(page).getByRole('link', { name: 'Upgrade' })).toHaveCount(0)
  })
})

test.describe('with real money', () => {
  test.use({
    settings: {
      STRIPE_SECRET_KEY: 'sk_live_0123456789',
      STRIPE_API_URL: '',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789',
    },
  })

  test('Stripe’s script is loaded on the page of prices, and on no other', LONG, async ({ page }) => {
    const asked: string[] = []
    await page.route('https://*.stripe.com/**', (route) => {
      asked.push(route.request().url())
      const body = 'window.Stripe = (key) => { document.documentElement.dataset.stripe = key; return {} }'
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    for (const path of ['/', '/account', '/terms', '/paysuccess']) {
      const answer = await page.goto(path, { waitUntil: 'networkidle' })
      expect(answer?.headers()['content-security-policy'], path).not.toContain('stripe')
    }
    expect(asked).toEqual([])
    await page.goto('/pricing')
    await expect(page.locator('html')).toHaveAttribute('data-stripe', 'pk_live_0123456789')
    expect(asked).toEqual([expect.stringMatching(/^https:\/\/js\.stripe\.com\//)])
    await expect(page.getByText('Test payments')).toHaveCount(0)
  })
})

test.describe('with a named seller', () => {
  test.use({ settings: { SELLER_NAME: '株式会社流れ', SELLER_ADDRESS: '東京都千代田区' } })

  test('the legal notice is linked and names it in both languages', LONG, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Legal Notice' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Legal Notice' })).toBeVisible()
    const japanese = page.locator('section[lang="ja"]')
    await expect(japanese.getByRole('heading', { name: '特定商取引法に基づく表記' })).toBeVisible()
    await expect(japanese).toContainText('株式会社流れ')
    await expect(japanese).toContainText('東京都千代田区')
    await expect(japanese).toContainText('ご請求があれば、遅滞なく開示します。')
    await expect(japanese).toContainText('年額US$264')
    await expectAccessible(page)
  })
})

test.describe('without a named seller', () => {
  firstShopTest.use({ expectedNoise: /404/ })

  firstShopTest('there is no legal notice and no link to one', async ({ page }) => {
    expect((await page.goto('/commerce'))?.status()).toBe(404)
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Legal Notice' })).toHaveCount(0)
  })
})
