import { signInAsKnown, test } from '../sets/set-shop.ts'
import { LONG } from '../support/long.ts'
import { expect, expectAccessible } from '../support/test.ts'

test.use({ expectedNoise: /status of 403|second factor first/ })

/** The refusal itself is tested in tests/api/studio/required-factors.test.ts; this shop is shared with other tests. */
const refusal = {
  status: 403,
  json: { status: 'FACTOR_MISSING', message: 'Please set up a second factor first.', request_id: 'x' },
}

test(
  'who has no second factor where the studio asks for one is led to set one up',
  LONG,
  async ({ page }) => {
    await signInAsKnown(page, 'admin')
    await page.route('**/api/studio/**', (route) => route.fulfill(refusal))
    for (const [address, title, link] of [
      ['/ja/studio/library', 'スタジオに入る前に、もう一つだけ', '2段階認証を設定する'],
      ['/studio', 'One more step before the studio', 'Set up two-step sign-in'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(/\/account#two-step$/)
      await expect(page.locator('#two-step')).toBeInViewport()
    }
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  },
)
