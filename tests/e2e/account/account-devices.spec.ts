import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { bearer, countedClicks, freeMember, logInInDialog, signedIn } from '../support/members.ts'
import { keptAuth } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

test('Logout signs out here, in the other tab and on the server', async ({ page, context }) => {
  const clicks = countedClicks(page)
  await freeMember(page)
  const headers = await bearer(page)
  const other = await context.newPage()
  for (const tab of [other, page]) await tab.goto('/account', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/$/)
    await expect(tab.getByRole('banner').getByRole('button', { name: 'Sign Up' })).toBeVisible()
  }
  expect(await keptAuth(page)).toBeNull()
  await expect.poll(async () => (await page.request.get('/api/user', { headers })).status()).toBe(401)
  expect(clicks).toEqual(['LOGOUT_CLICK'])
})

test.describe('changing the password', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be/ })

  test(
    'shows errors at the fields, then signs out only the other devices',
    LONG,
    async ({ page, browser }) => {
      const member = await freeMember(page)
      const elsewhere = await (await browser.newContext({ baseURL: process.env.NAGARE_URL })).newPage()
      await signedIn(elsewhere, member)
      await page.goto('/account')
      const form = page.getByRole('region', { name: 'Password' })
      const current = form.getByLabel('Current password', { exact: true })
      const next = form.getByLabel('New password', { exact: true })
      const submit = form.getByRole('button', { name: 'Change password' })
      await submit.click()
      await expect(theToast(page, 'Please fill in all the fields.')).toBeVisible()
      await current.fill('not-my-password')
      await next.fill('1234567')
      await submit.click()
      await expect(next).toHaveAccessibleDescription(/Password needs to be longer than 8\./)
      await next.fill('hoshi-no-kawa-5')
      await submit.click()
      await expect(current).toHaveAccessibleDescription('That is not your password.')
      await expect(current).toBeFocused()
      await current.fill(member.password)
      await submit.click()
      await expect(
        theToast(page, 'Your password is changed. Your other devices are signed out.'),
      ).toBeVisible()
      await expect(theToast(page, /./), 'the problems of before are gone').toHaveCount(1)
      await expect(current).toHaveValue('')
      await page.reload()
      await expect(page.getByRole('region', { name: 'Profile' })).toContainText(member.email)
      await elsewhere.goto('/account')
      await expect(elsewhere).toHaveURL(/\/$/)
      await expect(theToast(elsewhere, 'Your session has ended. Please log in again.')).toBeVisible()
      await logInInDialog(elsewhere, { ...member, password: 'hoshi-no-kawa-5' })
      await expect(elsewhere).toHaveURL(/\/account$/)
      expect((await keptAuth(elsewhere))?.token).toMatch(/.+/)
      await elsewhere.context().close()
    },
  )

  test('devices are listed, and one or all of them signed out', LONG, async ({ page, browser }) => {
    const member = await freeMember(page)
    const context = await browser.newContext({
      baseURL: process.env.NAGARE_URL,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1',
    })
    const phone = await context.newPage()
    await signedIn(phone, member)
    await page.goto('/account')
    const devices = page.getByRole('region', { name: 'Devices' })
    await expect(devices).toContainText('This device')
    await devices.getByRole('button', { name: 'Sign out: Safari on iPhone' }).click()
    await expect(theToast(page, 'That device is signed out.')).toBeVisible()
    await expect(devices).not.toContainText('Safari on iPhone')
    await phone.goto('/account')
    await expect(phone).toHaveURL(/\/$/)
    await context.close()
    await devices.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL(/\/$/)
    expect(await keptAuth(page)).toBeNull()
  })
})
