import type { Request } from '@playwright/test'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember } from '../support/members.ts'
import { expect, sharedShopTest as test } from '../support/own-shop.ts'
import { confirm, openTerms, pay, upgradeButton } from './paying.ts'

const SAYS =
  'Failed to create checkout session. The payment service cannot be reached. Please try again shortly.'

// One worker, so that its shop is opened once.
test.describe.configure({ mode: 'default' })
test.use({ expectedNoise: /503|checkout could not be opened/ })

for (const { what, fault } of [
  { what: 'does not answer', fault: { kind: 'stall', ms: 30_000 } },
  { what: 'fails', fault: { kind: 'status', status: 500 } },
] as const) {
  test(
    `where Stripe ${what}, that is said, the rest goes on, and later one can pay`,
    LONG,
    async ({ page, context, shop }) => {
      await freeMember(page)
      await shop.stripe.fail({ ...fault, route: '/v1/*', times: 1000 })
      await shop.stripe.fail({ ...fault, route: 'GET /v1/*', times: 1000 })
      await shop.stripe.fail({ ...fault, route: 'POST /v1/*', times: 1000 })
      const terms = await openTerms(page)
      await terms.getByRole('button', { name: /^Subscribe/ }).click()
      const other = await context.newPage()
      await other.goto('/')
      await expect(other.locator('.tile').first()).toBeVisible()
      await expect(theToast(page, SAYS)).toBeVisible({ timeout: 15_000 })
      await shop.stripe.clearFaults()
      await expect(terms.getByRole('button', { name: /^Subscribe/ })).toHaveAttribute(
        'aria-disabled',
        'false',
      )
      await expect(async () => {
        await confirm(page)
      }).toPass({ timeout: 20_000 })
      await pay(page)
      await expect(page.getByRole('heading', { name: 'Welcome to Pro Membership!' })).toBeVisible()
    },
  )
}

test.describe('when no webhook comes', () => {
  test('one is a member at once when one comes back', LONG, async ({ page, shop }) => {
    await shop.stripe.disturbWebhooks({ kind: 'drop', times: 1000 })
    await freeMember(page)
    await openTerms(page)
    await confirm(page)
    await page.getByRole('button', { name: /^Pay US\$/ }).click()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/payment/') && asked.push(request.url()))
    await page.waitForURL(/\/paysuccess/)
    await expect(page.getByRole('heading', { name: 'Welcome to Pro Membership!' })).toBeVisible()
    // The first question is enough.
    expect(asked).toHaveLength(1)
    await expect(page).toHaveURL(/\/paysuccess$/)
  })
})

test(
  'when the terms are closed while Stripe is slow, nobody is taken there later',
  LONG,
  async ({ page, shop }) => {
    await freeMember(page)
    await shop.stripe.fail({ kind: 'stall', ms: 2000, route: 'POST /v1/checkout/*' })
    const terms = await openTerms(page)
    const answered = new Promise((resolve) => {
      const end = (request: Request) => request.url().includes('/stripe-session') && resolve(request)
      page.on('requestfinished', end).on('requestfailed', end)
    })
    await terms.getByRole('button', { name: /^Subscribe/ }).click()
    await expect(terms.getByRole('button', { name: 'Opening Stripe’s page…' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(terms).toBeHidden()
    await answered
    await expect(page).toHaveURL(/\/pricing$/)
    await upgradeButton(page).click()
    await expect(terms).toBeVisible()
  },
)
