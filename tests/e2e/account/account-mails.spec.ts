import { fillIn, openDialog, send, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember, logInInDialog, mailedLink, mailsTo } from '../support/members.ts'
import { anAccount } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

test('the mail that confirms the address is sent again, and its link works once', async ({ page }) => {
  const { email } = await freeMember(page)
  await page.goto('/account')
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText('Not verified yet')
  await profile.getByRole('button', { name: 'Send again' }).click()
  await expect(theToast(page, `We have sent a mail to ${email}.`)).toBeVisible()
  const link = await mailedLink(email, '/verify-email')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeFocused()
  expect(page.url()).toMatch(/\/verify-email$/)
  await page.goto('/account')
  await expect(profile).toContainText('Verified')
  await expect(profile.getByRole('button', { name: 'Send again' })).toHaveCount(0)
})

test(
  'that an address is not confirmed takes the line kept for it, on the narrowest phone',
  LONG,
  async ({ page }) => {
    await freeMember(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/user', async (route) => {
      await held.promise
      await route.continue()
    })
    for (const path of ['/account', '/ja/account']) {
      await page.goto(path)
      const line = page.locator('.verification')
      await expect(line).toHaveText('\u00a0')
      const before = await line.boundingBox()
      held.resolve()
      await expect(line.getByRole('button')).toBeVisible()
      expect((await line.boundingBox())?.height, path).toBe(before?.height)
    }
  },
)

test('mails come in the language chosen on the account page', LONG, async ({ page }) => {
  const { email } = await freeMember(page)
  await page.goto('/account')
  const profile = page.getByRole('region', { name: 'Profile' })
  const language = profile.getByRole('combobox', { name: 'E-mail language' })
  await expect(language).toHaveValue('en')
  await language.selectOption('日本語')
  await expect(theToast(page, 'We will write to you in Japanese.')).toBeVisible()
  await page.reload()
  await expect(language).toBeEnabled()
  await expect(language).toHaveValue('ja')
  await profile.getByRole('button', { name: 'Send again' }).click()
  const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('【Nagare】メールアドレスのご確認')
})

test.describe('mailed links that do not work', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be confirmed/ })

  test('a used one says so and offers another mail', LONG, async ({ page }) => {
    const member = await anAccount(page)
    const link = await mailedLink(member.email, '/verify-email')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
    await page.goto('/healthz')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
    await page.getByRole('button', { name: 'Send again' }).click()
    await logInInDialog(page, member)
    await expect(theToast(page, 'A new mail is on its way.')).toBeVisible()
  })

  test('one without its token says so', async ({ page }) => {
    await page.goto('/verify-email')
    await expect(page.getByRole('heading', { name: 'This page needs the link from your mail' })).toBeVisible()
    await page.goto('/reset-password')
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  })

  test('if the server is unreachable, the same token is retried', LONG, async ({ page }) => {
    const { email } = await anAccount(page)
    const link = await mailedLink(email, '/verify-email')
    await page.route('**/api/users/verification', (route) => route.abort())
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'We could not be reached' })).toBeVisible()
    await page.unroute('**/api/users/verification')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
  })

  test('a forgotten password is set by a mailed link, which leaves the URL at once and works once', async ({
    page,
  }) => {
    const member = await anAccount(page)
    await page.goto('/')
    const dialog = await openDialog(page, 'login')
    await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
    await fillIn(dialog, { email: member.email })
    await send(dialog, 'Send the link')
    const link = await mailedLink(member.email, '/reset-password')
    await page.goto(link)
    const field = page.getByLabel('New password', { exact: true })
    await expect(field).toBeVisible()
    expect(page.url()).toMatch(/\/reset-password$/)
    const submit = page.getByRole('button', { name: 'Set password' })
    await field.fill('kurz')
    await submit.click()
    await expect(theToast(page, 'Password needs to be longer than 8.')).toBeVisible()
    await field.fill('password123')
    await submit.click()
    await expect(field).toHaveAccessibleDescription(/Too many people use this password/)
    const password = 'asa-no-umi-8'
    await field.fill(password)
    await submit.click()
    await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeFocused()
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await logInInDialog(page, { ...member, password })
    await expect(page).toHaveURL(/\/account$/)
    await page.goto('/healthz')
    await page.goto(link)
    await field.fill('yoru-no-umi-8')
    await submit.click()
    await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
    await page.getByRole('main').getByLabel('E-mail').fill(member.email)
    await page.getByRole('main').getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible()
  })
})
