import type { Page } from '@playwright/test'
import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember } from '../support/members.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { signInAsKnown, test } from './set-shop.ts'
import { aSet, ownName, shownIds } from './sets.ts'

const menuButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^(Your menu|マイメニュー)$/ })
const menu = (page: Page) => page.locator('#account-menu')

/** Goes to the button beside the name by keyboard alone and opens the menu. */
async function openMenuByKeyboard(page: Page): Promise<void> {
  await page.locator('.wordmark').focus()
  for (let key = 0; key < 10; key++) {
    if (await menuButton(page).evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(menu(page)).toBeVisible()
}

/** What Tab leads to in the open menu. */
async function tabThroughMenu(page: Page, entries: number): Promise<string[]> {
  const seen = []
  for (let entry = 0; entry < entries; entry++) {
    await page.keyboard.press('Tab')
    seen.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
  }
  return seen
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test(
    'a menu opens beside the name by keyboard, shows the builders to people with the right, and closes',
    LONG,
    async ({ page }) => {
      const own = ['Your account', 'Your likes', 'Your collections', 'My sets']
      await signInAsKnown(page, 'admin')
      await page.goto('/terms')
      await expect(page.locator('html')).toHaveAttribute('data-admin')
      await openMenuByKeyboard(page)
      const builders = ['Make a curated set', 'Make a promotion', 'Studio']
      expect(await tabThroughMenu(page, 8)).toEqual([...own, ...builders, 'Logout'])
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(menu(page)).toBeHidden()
      await expect(menuButton(page)).toBeFocused()
      await openMenuByKeyboard(page)
      await tabThroughMenu(page, 9)
      await expect(menu(page)).toBeHidden()

      await signInAsKnown(page, 'pro')
      await page.goto('/terms')
      await expect(page.locator('html')).toHaveAttribute('data-paid')
      await openMenuByKeyboard(page)
      expect(await tabThroughMenu(page, 6)).toEqual([...own, 'Make a curated set', 'Logout'])

      await freeMember(page)
      await page.goto('/ja/terms')
      await openMenuByKeyboard(page)
      expect(await tabThroughMenu(page, 5)).toEqual([
        'アカウント',
        'いいねした動画',
        'あなたのコレクション',
        'マイセット',
        'ログアウト',
      ])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('banner').getByRole('button', { name: '新規登録' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
    },
  )
})

test('a maker finds the set in the account, copies its link, changes it and deletes it', async ({ page }) => {
  await signInAsKnown(page, 'pro')
  await page.goto('/curated-make')
  const name = ownName('Quiet')
  for (let n = 0; n < 2; n++)
    await page.locator('.results').getByRole('button', { name: /^Add / }).first().click()
  await page.getByLabel('Curated Name').fill(name)
  await page.getByLabel('Description').fill('For Mio,\nwith love.')
  await expect(page.getByLabel('Add letters nobody can guess')).toBeChecked()
  await page.getByRole('button', { name: 'Create curated' }).click()
  const link = await page.getByLabel('Link to share').inputValue()
  expect(link).toMatch(/\/curated\/quiet-\d+-\d+-[a-z2-9]{8}$/)

  await page.goto('/terms')
  await menuButton(page).click()
  await menu(page).getByRole('link', { name: 'My sets' }).click()
  const sets = page.getByRole('region', { name: 'My sets' })
  await expect(sets).toBeInViewport()
  await sets.getByRole('button', { name: `Copy link: ${name}` }).click()
  await expect(theToast(page, 'The link was copied.')).toBeVisible()
  await sets.getByRole('link', { name: `Edit: ${name}` }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Change ${name}`)
  const handles = page.locator('.chosen-handle')
  await expect(handles).toHaveCount(2)
  await expect(page).toHaveTitle(`Change ${name} | Nagare`)
  const before = await handles.evaluateAll((all) => all.map((each) => Number(each.dataset.handle)))
  await handles.first().press('ArrowRight')
  await page.getByLabel('Curated Name').fill(`${name} again`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: 'Your changes are saved' })).toBeFocused()
  await expect(page.getByLabel('Link to share')).toHaveValue(link)
  await expect(async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Quiet \d+ \d+ Again$/, {
      timeout: 1000,
    })
  }).toPass({ timeout: 20_000 })
  await expect(page.getByText('For Mio,')).toBeVisible()
  expect(await shownIds(page)).toEqual(before.toReversed())

  await page.goto('/account#sets')
  await sets.getByRole('button', { name: `Delete: ${name} again` }).click()
  await expectAccessible(page)
  await theDialog(page).getByRole('button', { name: 'Delete set' }).click()
  await expect(theToast(page, 'The set is deleted.')).toBeVisible()
  await expect(sets.getByText(name)).toHaveCount(0)
  await expect(sets.getByRole('heading', { level: 2 })).toBeFocused()
  expect((await page.request.get(`/api${new URL(link).pathname}`)).status()).toBe(404)
})

test('the operator takes a member’s set down', LONG, async ({ page }) => {
  const { path } = await aSet(page, 'curated')
  await signInAsKnown(page, 'admin')
  await page.goto('/studio/sets')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="${path}"]`) })
  await row.getByRole('button', { name: /^Delete/ }).click()
  await theDialog(page).getByRole('button', { name: 'Delete set' }).click()
  await expect(theToast(page, 'The set is deleted.')).toBeVisible()
  await expect(page.locator(`a[href="${path}"]`)).toHaveCount(0)
  expect((await page.request.get(`/api${path}`)).status()).toBe(404)
})
