import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember, mailedLink, mailsTo } from '../support/members.ts'
import { aPerson, keptAuth } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

test('the name is changed, in the header too', async ({ page }) => {
  const { name } = await freeMember(page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change name' }).click()
  const dialog = theDialog(page)
  const field = dialog.getByLabel('Name')
  await expect(field).toHaveValue(name)
  await field.fill('x')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field).toHaveAccessibleDescription(/Name is wrong\./)
  await expectAccessible(page)
  await field.fill('Mei Sato')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(theToast(page, 'Your name is changed.')).toBeVisible()
  await page.goto('/terms')
  await page.getByRole('banner').getByRole('link', { name: 'Mei', exact: true }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Mei Sato')
})

test.describe('the e-mail address', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('is changed once the new one is confirmed, and the old one gets a mail', LONG, async ({ page }) => {
    const member = await freeMember(page)
    const { email } = aPerson()
    await page.goto('/account')
    const profile = page.getByRole('region', { name: 'Profile' })
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    const dialog = theDialog(page)
    const password = dialog.getByLabel('Current password', { exact: true })
    await dialog.getByLabel('New e-mail').fill(email)
    await password.fill('wrong-password')
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(password).toHaveAccessibleDescription('That is not your password.')
    await expectAccessible(page)
    await password.fill(member.password)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(theToast(page, `We have sent a mail to ${email}.`)).toBeVisible()
    await expect(profile).toContainText(`${email} is not confirmed yet.`)
    await page.goto(await mailedLink(email, '/verify-email'))
    await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeFocused()
    await expect.poll(() => keptAuth(page)).toMatchObject({ email })
    await page.goto('/account')
    await expect(profile).toContainText(email)
    await expect(profile).toContainText('Verified')
    const told = async () => (await mailsTo(member.email)).map(({ subject }) => subject)
    await expect.poll(told).toContain('The e-mail address of your Nagare account was changed')
  })
})
