import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theDialog, theToast } from '../support/dialog.ts'
import { aClip, signedIn } from '../support/members.ts'
import { keptAuth } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

test.describe('cancelling', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be cancelled/ })

  const cancel = '**/api/payment/cancel-membership'

  test('asks first, and Esc or "Keep my membership" leave all as it was', async ({ page }) => {
    let asked = 0
    await page.route(cancel, (route) => {
      asked += 1
      return route.abort()
    })
    await signedIn(page, KNOWN_MEMBERS.pro)
    await page.goto('/account')
    const membership = page.getByRole('region', { name: 'Membership' })
    await expect(membership).toContainText('Pro')
    const button = membership.getByRole('button', { name: 'Cancel' })
    await button.click()
    await expect(theDialog(page)).toContainText('Cancel your membership?')
    await page.keyboard.press('Escape')
    await expect(theDialog(page)).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await theDialog(page).getByRole('button', { name: 'Keep my membership' }).click()
    await expect(theDialog(page)).toBeHidden()
    expect(asked).toBe(0)
  })

  test('success is shown, and the full films are gone', async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.leaver)
    await page.goto('/account')
    const membership = page.getByRole('region', { name: 'Membership' })
    await membership.getByRole('button', { name: 'Cancel' }).click()
    await theDialog(page).getByRole('button', { name: 'Cancel membership' }).click()
    await expect(theToast(page, 'Membership successfully cancelled.')).toBeVisible()
    await expect(membership).toContainText('Free')
    await expect(membership.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    expect(await keptAuth(page)).toMatchObject({ membership: 'free' })
    const { id } = await aClip(page.request, 'fuji')
    await page.goto(`/m/${id}`)
    await expect(page.locator('.download-button')).toHaveAccessibleName('Upgrade to download')
  })
})

test('the operator’s account has no Upgrade or Cancel', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.admin)
  await page.goto('/account')
  const membership = page.getByRole('region', { name: 'Membership' })
  await expect(membership).toContainText('Admin')
  await expect(membership.getByRole('link')).toHaveCount(0)
  await expect(membership.getByRole('button')).toHaveCount(0)
})
