import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { signedIn } from '../support/members.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

test('the studio opens in the language of the account, and stays in one that is chosen inside', async ({
  page,
}) => {
  await signedIn(page, KNOWN_MEMBERS.editor)
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), locale: 'ja' } })
  })
  await page.goto('/studio/library?state=draft')
  await expect(page).toHaveURL(/\/ja\/studio\/library\?state=draft$/)
  await page.locator('a[data-language]').first().click()
  await expect(page).toHaveURL(/\/studio\/library\?state=draft$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library')
  await page.getByRole('link', { name: 'Uploads' }).click()
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/studio\/uploads$/)
})
