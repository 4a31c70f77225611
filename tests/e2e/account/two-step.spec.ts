import type { Locator, Page } from '@playwright/test'
import { codeOf } from '../../support/factors/authenticator-codes.ts'
import { openDialog, theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember, logInInDialog, mailsTo } from '../support/members.ts'
import type { Newcomer } from '../support/people.ts'
import { expect, expectAccessible, test } from '../support/test.ts'
import { virtualAuthenticator } from '../support/virtual-authenticator.ts'

test.use({ expectedNoise: /Failed to load resource/ })

/** The request of a passkey that signs in alone. */
const OPTIONS = '**/api/users/passkey/options'

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Two-step sign-in' })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
}

/** Enters the password; then the second step is open. */
async function givePassword(page: Page, member: Newcomer): Promise<Locator> {
  await openDialog(page, 'login')
  await logInInDialog(page, member)
  const dialog = theDialog(page)
  await expect(dialog.getByRole('heading', { name: 'One more step' })).toBeVisible()
  return dialog
}

test('a passkey is set up, asked for after the password, and signs in alone', async ({ page }) => {
  const authenticator = await virtualAuthenticator(page)
  const member = await freeMember(page)
  await page.goto('/account')
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = theDialog(page)
  await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux')
  await dialog.getByLabel('Name').fill('Laptop')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('nagare_recovery_codes.txt')
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel(page).getByRole('listitem').first()).toContainText('Laptop')
  await expect(panel(page)).toContainText('10 are left.')
  await expect.poll(async () => (await mailsTo(member.email)).at(-1)?.text).toContain('A passkey was added')

  await authenticator.answers(false)
  await logOut(page)
  await givePassword(page, member)
  await expectAccessible(page)
  await authenticator.answers(true)
  await dialog.getByRole('button', { name: 'Use passkey' }).click()
  await expect(theToast(page, 'Login successful.')).toBeVisible()
  await page.goto('/account')
  await expect(panel(page).getByRole('listitem').first()).toContainText('last used')

  await authenticator.answers(false)
  await logOut(page)
  const suggested = page.waitForResponse(OPTIONS)
  await openDialog(page, 'login')
  await suggested
  // The answer must come later: a request that reaches the reader first is never answered.
  await page.route(OPTIONS, (route) => authenticator.answers(true).then(() => route.continue()), { times: 1 })
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(theToast(page, 'Login successful.')).toBeVisible()

  await page.goto('/account')
  await logOut(page)
  // Chosen in the suggestions of the e-mail field.
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click()
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(theToast(page, 'Login successful.')).toBeVisible()

  // Forgets when the password was given in this session.
  await page.goto('/account')
  await panel(page).getByRole('button', { name: 'Remove: Laptop' }).click()
  await expect(dialog).toContainText('It is your last second step')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('wrong-password')
  await page.keyboard.press('Enter')
  await expect(question.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'That is not your password.',
  )
  await question.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(theToast(page, 'It is removed.')).toBeVisible()
  await expect(panel(page).getByRole('listitem')).toHaveCount(0)
})

test(
  'an authenticator app is set up by keyboard on a narrow phone, and a recovery code helps once',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const member = await freeMember(page)
    await page.goto('/account')
    await panel(page).getByRole('button', { name: 'Set up an authenticator app' }).press('Enter')
    const dialog = theDialog(page)
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel('Code that the app shows now').focus()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Code that the app shows now')).toHaveAccessibleDescription(
      /This code is not right/,
    )
    await expectAccessible(page)
    await dialog.getByLabel('Code that the app shows now').fill(codeOf(secret, new Date()))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    const [code = ''] = await dialog.locator('code').allInnerTexts()
    await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

    await logOut(page)
    await givePassword(page, member)
    await expect(dialog.getByLabel('Code of the app')).toBeFocused()
    await page.keyboard.type('000 000')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Code of the app')).toHaveAccessibleDescription(/This code is not right/)
    // The next code, since the present one was used; clocks may differ by one step.
    await dialog.getByLabel('Code of the app').fill(codeOf(secret, new Date(), 1))
    await page.keyboard.press('Enter')
    await expect(theToast(page, 'Login successful.')).toBeVisible()

    await page.goto('/account')
    await logOut(page)
    await givePassword(page, member)
    await dialog.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
    await expect(dialog.getByLabel('Recovery code')).toBeFocused()
    await page.keyboard.type(code.toUpperCase())
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(theToast(page, 'Login successful.')).toBeVisible()
    await page.goto('/account')
    await expect(panel(page)).toContainText('9 are left.')
  },
)
