import { readFile } from 'node:fs/promises'
import { KNOWN_MEMBERS } from '../support/known-members.ts'
import { fillIn, openDialog, send, theDialog, theToast } from './dialog.ts'
import {
  aClip,
  bearer,
  countedClicks,
  freeMember,
  logInInDialog,
  mailedLink,
  mailsTo,
  signedIn,
} from './members.ts'
import { anAccount, keptAuth, signInAs } from './people.ts'
import { expect, expectAccessible, layoutShift, test } from './test.ts'

test('who is not signed in is taken to the home page and sees nothing of the account page', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const look = () => {
      const title = document.querySelector('.page-title')
      if (title && getComputedStyle(title).visibility === 'visible') sessionStorage.setItem('seen', 'yes')
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/account')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Japan, in motion')
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull()
})

test('a free member sees name, e-mail and membership, and may not edit them', async ({ page }) => {
  const { name, email } = await freeMember(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Yuki' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText(name)
  await expect(profile).toContainText(email)
  await expect(profile.getByRole('textbox')).toHaveCount(0)
  const membership = page.getByRole('region', { name: 'Membership' })
  await expect(membership).toContainText('Free')
  await expect(membership.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expect(page.getByText('Nothing downloaded yet')).toBeVisible()
})

test('the mail that confirms the address is sent again, and its link works once', async ({ page }) => {
  const { email } = await freeMember(page)
  await page.goto('/account')
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText('Not verified yet')
  await profile.getByRole('button', { name: 'Send the mail again' }).click()
  await expect(theToast(page, `We have sent a mail to ${email}.`)).toBeVisible()
  const link = await mailedLink(email, '/verify-email')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeFocused()
  expect(page.url()).toMatch(/\/verify-email$/)
  await page.goto('/account')
  await expect(profile).toContainText('Verified')
  await expect(profile.getByRole('button', { name: 'Send the mail again' })).toHaveCount(0)
})

test('mails come in the language that is chosen on the account page', async ({ page }) => {
  const { email } = await freeMember(page)
  await page.goto('/account')
  const profile = page.getByRole('region', { name: 'Profile' })
  const language = profile.getByRole('combobox', { name: 'Language of e-mails' })
  await expect(language).toHaveValue('en')
  await language.selectOption('日本語')
  await expect(theToast(page, 'We will write to you in Japanese.')).toBeVisible()
  await page.reload()
  await expect(language).toBeEnabled()
  await expect(language).toHaveValue('ja')
  await profile.getByRole('button', { name: 'Send the mail again' }).click()
  const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('【Nagare】メールアドレスのご確認')
})

test.describe('mailed links that do not do', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be confirmed/ })

  test('a used one says so, and the way on is another mail', async ({ page }) => {
    const member = await anAccount(page)
    const link = await mailedLink(member.email, '/verify-email')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
    await page.goto('/healthz')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
    await page.getByRole('button', { name: 'Send the mail again' }).click()
    await logInInDialog(page, member)
    await expect(theToast(page, 'A new mail is on its way.')).toBeVisible()
  })

  test('one without its token says so', async ({ page }) => {
    await page.goto('/verify-email')
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
    await page.goto('/reset-password')
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  })

  test('where the server is not reached it is tried again with the same token', async ({ page }) => {
    const { email } = await anAccount(page)
    const link = await mailedLink(email, '/verify-email')
    await page.route('**/api/users/verification', (route) => route.abort())
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'We could not be reached' })).toBeVisible()
    await page.unroute('**/api/users/verification')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
  })

  test('a forgotten password is set by a mailed link, which is out of the address at once and works once', async ({
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

  test('an early adopter is told that it cannot be undone', async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.earlyAdopter)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(theDialog(page)).toContainText('This cannot be undone')
  })

  test('where it fails it is said', async ({ page }) => {
    const clicks = countedClicks(page)
    await page.route(cancel, (route) => route.abort())
    await signedIn(page, KNOWN_MEMBERS.pro)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await theDialog(page).getByRole('button', { name: 'Cancel membership' }).click()
    await expect(theToast(page, 'Failed to cancel membership. Please reach out.')).toBeVisible()
    expect(clicks).toEqual(['CANCEL_CLICK'])
  })

  test('where it is done it is said, and the full films are gone', async ({ page }) => {
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

test('the operator sees what account it is, without Upgrade or Cancel', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.admin)
  await page.goto('/account')
  const membership = page.getByRole('region', { name: 'Membership' })
  await expect(membership).toContainText('Admin')
  await expect(membership.getByRole('link')).toHaveCount(0)
  await expect(membership.getByRole('button')).toHaveCount(0)
})

test('Logout signs out here, in the other tab and on the server', async ({ page, context }) => {
  const clicks = countedClicks(page)
  await freeMember(page)
  const headers = await bearer(page)
  const other = await context.newPage()
  await other.goto('/account')
  await page.goto('/account')
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

  test('names what is wrong at its field, then signs out the other devices and not this one', async ({
    page,
    browser,
  }) => {
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
    await expect(theToast(page, 'Your password is changed. Your other devices are signed out.')).toBeVisible()
    await expect(current).toHaveValue('')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Profile' })).toContainText(member.email)
    await elsewhere.goto('/account')
    await expect(elsewhere).toHaveURL(/\/$/)
    await signInAs(page, { ...member, password: 'hoshi-no-kawa-5' })
    expect((await keptAuth(page))?.token).toMatch(/.+/)
    await elsewhere.context().close()
  })

  test('devices are listed, and one or all of them signed out', async ({ page, browser }) => {
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

test('everything that is kept about somebody is saved as a file, without secrets', async ({ page }) => {
  const { email, name } = await freeMember(page)
  await page.goto('/account')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile(await saved.path(), 'utf8')
  expect(JSON.stringify(JSON.parse(text))).toContain(email)
  expect(text).toContain(name)
  expect(text).not.toMatch(/argon2|password_hash|token/)
})

test.describe('deleting the account', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('takes the password and a word of understanding, and is for good', async ({ page, context }) => {
    const member = await freeMember(page)
    const other = await context.newPage()
    await other.goto('/likes')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = theDialog(page)
    const submit = dialog.getByRole('button', { name: 'Delete my account' })
    await dialog.getByLabel('Password', { exact: true }).fill('wrong-password')
    await submit.click()
    const understood = dialog.getByLabel('I understand that my account is gone for good.')
    await expect(understood).toBeFocused()
    await expect(understood).toHaveAccessibleDescription('Please confirm that you understand.')
    await understood.check()
    await submit.click()
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'That is not your password.',
    )
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    await submit.click()
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused()
    await expect(other.getByRole('heading', { name: 'Keep what you like' })).toBeVisible()
    const basic = Buffer.from(`${member.email}:${member.password}`).toString('base64')
    const login = await page.request.get('/api/users/login', { headers: { authorization: `Basic ${basic}` } })
    expect(login.status()).toBe(401)
    await page.getByRole('link', { name: 'Back to all footage' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Up' })).toBeVisible()
  })
})

test('downloads are listed with their licences, a few at first', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  const headers = await bearer(page)
  const { sources } = await (await page.request.get('/api/medias/search?q=')).json()
  let licence = ''
  for (const { cloudpath } of sources.slice(0, 10)) {
    const signed = await page.request.get(`/api/media-sign?filepath=${encodeURIComponent(cloudpath)}`, {
      headers,
    })
    licence = (await signed.json()).licence
  }
  const { title } = sources[9]
  await page.goto('/account')
  const downloads = page.getByRole('region', { name: 'Downloads and licences' })
  await expect(downloads.getByRole('listitem')).toHaveCount(8)
  await expect(downloads.getByRole('listitem').first()).toContainText(title)
  await downloads.getByRole('button', { name: 'More' }).click()
  expect(await downloads.getByRole('listitem').count()).toBeGreaterThan(8)
  await downloads
    .getByRole('link', { name: `Licence for ${title}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/licence/${licence}$`))
})

test.describe('where a part cannot be loaded', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be loaded/ })

  test('it says so and offers to try again, and the rest is there', async ({ page }) => {
    await freeMember(page)
    await page.route('**/api/user/sessions', (route) => route.abort())
    await page.goto('/account')
    const devices = page.getByRole('region', { name: 'Devices' })
    await expect(devices).toContainText('This could not be loaded.')
    await expect(page.getByText('Nothing downloaded yet')).toBeVisible()
    await page.unroute('**/api/user/sessions')
    await devices.getByRole('button', { name: 'Try again' }).click()
    await expect(devices).toContainText('This device')
  })
})

test('nothing moves while the account page loads, at any width', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.earlyAdopter)
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/account', { waitUntil: 'networkidle' })
    expect(await layoutShift(page), `at ${width} px`).toBeLessThan(0.01)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

test('pages of members are kept out of search engines and have one headline', async ({ page }) => {
  await freeMember(page)
  for (const path of [
    '/account',
    '/likes',
    '/licence/AAAAAAAAAAAAAAAA',
    '/reset-password',
    '/verify-email',
  ]) {
    const html = await (await page.request.get(path)).text()
    expect(html.match(/<h1/g), path).toHaveLength(1)
    expect(html, path).toContain('<meta name="robots" content="noindex"')
    expect(html, path).toMatch(/<meta name="description" content="[^"]+"/)
  }
})

test('axe finds nothing on the account page, its dialogs and mailed links', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  await page.goto('/account', { waitUntil: 'networkidle' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await theDialog(page).getByRole('button', { name: 'Delete my account' }).click()
  await expectAccessible(page)
  for (const path of ['/reset-password#token=x', '/verify-email']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectAccessible(page)
  }
})
