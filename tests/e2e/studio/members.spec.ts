import { readFile } from 'node:fs/promises'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { signInAsKnown, test } from '../sets/set-shop.ts'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { anAccount } from '../support/people.ts'
import { expect, expectAccessible } from '../support/test.ts'

/** Longer than a proof counts, shorter than an access token lives. */
const ELEVEN_MINUTES = 11 / (24 * 60)

test.describe('when the server needs a proof', () => {
  test.use({ expectedNoise: /status of 403/ })

  test('the admin finds a member, gives a proof, a membership and a role, and the log has it', async ({
    page,
    clock,
  }) => {
    const name = `Mio ${Date.now()}`
    const { email } = await anAccount(page, { name })
    await signInAsKnown(page, 'admin')
    await clock.passDays(ELEVEN_MINUTES)
    await page.goto('/studio/members?group=free')
    await page.getByLabel('Name, e-mail address or number').fill(name.toUpperCase())
    await expect(page.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
    const member = page.getByRole('dialog', { name })
    await expect(member.getByText(email)).toBeVisible()
    await expect(member.getByText('Nothing: this is a free account.')).toBeVisible()
    await expect(page).toHaveURL(/group=free&q=MIO.*&id=\d+$/)

    await member.getByText('Give a membership').click()
    await member.getByLabel('Last day').fill(`${new Date().getFullYear() + 1}-03-31`)
    await member.getByRole('button', { name: 'Give it' }).click()
    const proof = page.getByRole('dialog', { name: 'Is it you?' })
    await proof.getByLabel('Password', { exact: true }).fill(KNOWN_MEMBERS.admin.password)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(theToast(page, 'The membership is given.')).toBeVisible()
    await expect(member.getByText('Pro, given by you')).toBeVisible()
    await expect(member.getByText(/ends on March 31/)).toBeVisible()
    await member.getByRole('button', { name: 'Make an editor' }).click()
    await expect(theToast(page, 'Is an editor now.')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(member.getByText('Made somebody an editor')).toBeVisible()

    await member.getByRole('link', { name: 'All of it in the log' }).click()
    await expect(page).toHaveURL(/\/studio\/log\?member=\d+$/)
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText(/Ryo Admin.*Made somebody an editor.*Role.*nothing.*Editor/)
    await rows.nth(2).getByRole('link', { name }).click()
    await member.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/studio\/members$/)
  })
})

test('the admin makes a key, sends its link, and revokes it', async ({ page, context, shop }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const label = `Film school ${Date.now()}`
  await signInAsKnown(page, 'admin')
  await page.goto('/studio/testers')
  await expect(page.getByText(/^\d+ of 20 spots are taken$/)).toBeVisible()
  await page.getByRole('button', { name: 'Make keys' }).click()
  await expect(page.getByText('Please say for whom it is.')).toBeVisible()
  await page.getByLabel('For whom, or where').fill(label)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: label })
  await expect(row).toContainText('0 testers')
  await row.getByRole('button', { name: /^Copy Japanese link/ }).click()
  await expect(theToast(page, 'The link was copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${shop.origin}/promo-signup-jp\\?k=[2-9a-z]{16}$`))
  const key = new URL(link).searchParams.get('k')
  const isValid = async () => (await page.request.get(`/api/users/early-adopter?key=${key}`)).status()
  expect(await isValid()).toBe(200)
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toBeHidden()
  await page.getByText(/revoked key/).click()
  await expect(row).toContainText('revoked')
  expect(await isValid()).toBe(403)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test(
    'the log is read in Japanese, filtered by its address, gone back in, and saved',
    LONG,
    async ({ page }) => {
      await signInAsKnown(page, 'admin')
      await page.goto('/ja/studio/log')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.getByLabel('種類').selectOption('テスター')
      await expect(page).toHaveURL(/kind=tester$/)
      await page.getByLabel('種類').selectOption('支払い')
      await expect(page.getByText('該当する記録はありません')).toBeVisible()
      await expectAccessible(page)
      await page.goBack()
      await expect(page.getByLabel('種類')).toHaveValue('tester')
      await page.getByRole('button', { name: 'すべて表示' }).click()
      await expect(page.getByRole('row').filter({ hasText: '管理者のアカウントを作成' })).toBeVisible()
      await expectAccessible(page)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'シートで保存' }).click()
      const text = await readFile(await (await download).path(), 'utf8')
      expect(text).toMatch(/^\ufefftime,by,by_name,action,/)
      // Tests that move the shop's clock leave later records.
      expect(text).toMatch(/,user:1,Ryo Admin,log\.export,/)
      await page.reload()
      await expect(page.getByRole('row').filter({ hasText: '記録をファイルに保存' }).first()).toBeVisible()
    },
  )
})
