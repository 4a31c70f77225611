import type { Page } from '@playwright/test'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { keptAuth, signInAs } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

async function enter(page: Page, who: 'admin' | 'editor', path: string): Promise<void> {
  await page.goto('/healthz')
  await signInAs(page, KNOWN_MEMBERS[who])
  await page.goto(path)
}

const COUNTS = /^\d+ failed, \d+ with a warning, \d+ fine, \d+ not checked\. Checked .+\.$/

test('the admin reads what works and what to do, and checks again by keyboard', async ({ page }) => {
  test.slow()
  await enter(page, 'admin', '/studio/health')
  const status = page.getByRole('status').filter({ hasText: /\d/ })
  await expect(status).toHaveText(COUNTS, { timeout: 30_000 })
  await expect(page.getByRole('row', { name: /^Database Fine .* answers\.$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Storage Fine/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Mail Warning .*Set SMTP_URL\.$/ })).toBeVisible()
  // The worst comes first.
  const states = await page
    .locator('.health-line')
    .evaluateAll((rows) => rows.map((row) => row.dataset.state))
  const order = ['failed', 'warning', 'ok', 'skipped']
  expect(states).toEqual(states.toSorted((one, other) => order.indexOf(one!) - order.indexOf(other!)))
  await expectAccessible(page, ['light', 'dark'])

  const again = page.getByRole('button', { name: 'Check again' })
  await again.focus()
  const asked = page.waitForResponse('**/api/studio/health')
  await page.keyboard.press('Enter')
  expect((await asked).status()).toBe(200)
  await expect(status).toHaveText(COUNTS)
  await expect(again).toBeFocused()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/ja/studio/health')
  await expect(page.getByRole('row', { name: /^メール 注意 .*SMTP_URLを設定してください。$/ })).toBeVisible({
    timeout: 30_000,
  })
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWide)).toBe(false)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('an editor has no way to it', async ({ page }) => {
  await enter(page, 'editor', '/studio/health')
  await expect(page.getByText('Only the admin of this site may enter this room.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health' })).toBeHidden()
  const authorization = `Bearer ${(await keptAuth(page))?.token}`
  const answer = await page.request.get('/api/studio/health', { headers: { authorization } })
  expect(answer.status()).toBe(403)
  expect((await page.request.get('/api/studio/health')).status()).toBe(401)
})
