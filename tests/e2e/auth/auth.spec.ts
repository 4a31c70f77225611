import { fillIn, openDialog, send, theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { anAccount, aPerson, keptAuth } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

test.beforeEach(({ page }) => page.goto('/'))

const WRONG = [
  { what: 'nothing', values: {}, says: 'Please fill in all the fields.', first: 'Name' },
  {
    what: 'an address without an @',
    values: { email: 'yuki' },
    says: 'Email is not valid.',
    first: 'E-mail',
  },
]

for (const { what, values, says, first } of WRONG) {
  test(`registering with ${what} says "${says}" in a toast and at the field, which is focused`, async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/users') && asked.push(request.url()))
    const dialog = await openDialog(page)
    if (what !== 'nothing') await fillIn(dialog, { ...aPerson(), ...values })
    await send(dialog, 'Sign Up')
    await expect(theToast(page, says)).toBeVisible()
    const field = dialog.getByLabel(first, { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(says.replaceAll('.', '\\.')))
    expect(asked).toEqual([])
  })
}

test('registering shows a message, stores the sign-in as specified, and the header shows the first name', async ({
  page,
}) => {
  const person = aPerson({ password: '日本語:のパスワード' })
  const dialog = await openDialog(page)
  await fillIn(dialog, person)
  const before = Date.now()
  await send(dialog, 'Sign Up')
  await expect(theToast(page, 'Register successful.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const account = page.getByRole('banner').getByRole('link', { name: 'Yuki' })
  await expect(account).toBeFocused()
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeHidden()
  const auth = await keptAuth(page)
  expect(Object.keys(auth ?? {}).toSorted()).toEqual([
    'email',
    'expires_in',
    'expiry_time',
    'id',
    'membership',
    'name',
    'refresh_token',
    'token',
  ])
  expect(auth).toMatchObject({
    name: 'Yuki Tanaka',
    membership: 'free',
    email: person.email,
    expires_in: 900,
  })
  expect(Number(auth?.expiry_time) - before).toBeGreaterThanOrEqual(900_000)
  expect(Number(auth?.expiry_time) - before).toBeLessThan(930_000)
})

test('an address that has an account: "Register failed. Email already exists."', async ({ page }) => {
  const { email } = await anAccount(page)
  const dialog = await openDialog(page)
  await fillIn(dialog, aPerson({ email }))
  await send(dialog, 'Sign Up')
  await expect(theToast(page, 'Register failed. Email already exists.')).toBeVisible()
  await expect(dialog.getByLabel('E-mail')).toBeFocused()
  expect(await keptAuth(page)).toBeNull()
})

test('logging in with a Japanese password that has a colon: "Login successful."', async ({ page }) => {
  const { email, password } = await anAccount(page, { password: '合言葉:さくら咲く' })
  const dialog = await openDialog(page, 'login')
  await fillIn(dialog, { email, password })
  await send(dialog, 'Log in')
  await expect(theToast(page, 'Login successful.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await keptAuth(page)).toMatchObject({ email })
})

test.describe('refused by the server', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be fetched/ })

  test('a wrong password and an unknown address: "Login failed." and why, in the same words', async ({
    page,
  }) => {
    const { email } = await anAccount(page)
    const dialog = await openDialog(page, 'login')
    for (const address of [email, 'nobody@example.com']) {
      await fillIn(dialog, { email: address, password: 'not-this-one' })
      await send(dialog, 'Log in')
      await expect(
        theToast(page, 'Login failed. E-mail and password do not belong together.').first(),
      ).toBeVisible()
      await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    }
  })

  test('a password that too many people use: "Register failed." and why, at the field too', async ({
    page,
  }) => {
    const dialog = await openDialog(page)
    await fillIn(dialog, aPerson({ password: 'password1' }))
    await send(dialog, 'Sign Up')
    const why = 'Too many people use this password. Please choose another.'
    await expect(theToast(page, `Register failed. ${why}`)).toBeVisible()
    const field = dialog.getByLabel('Password', { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(new RegExp(why))
    await field.fill(aPerson().password)
    await send(dialog, 'Sign Up')
    await expect(theToast(page, 'Register successful.')).toBeVisible()
  })

  test('unreachable: both say so, and work once the network is back', LONG, async ({ page }) => {
    await page.route('**/api/users**', (route) => route.abort())
    await page.route('**/api/users/login', (route) => route.abort())
    const person = aPerson()
    const dialog = await openDialog(page)
    await fillIn(dialog, person)
    await send(dialog, 'Sign Up')
    await expect(theToast(page, 'Register failed. We could not be reached.')).toBeVisible()
    await page.unroute('**/api/users**')
    await send(dialog, 'Sign Up')
    await expect(theToast(page, 'Register successful.')).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    const again = await openDialog(page, 'login')
    await fillIn(again, { email: person.email, password: person.password })
    await send(again, 'Log in')
    await expect(theToast(page, 'Login failed. We could not be reached.')).toBeVisible()
  })
})

test(
  'a forgotten password: the answer is the same for an address with and without an account',
  LONG,
  async ({ page }) => {
    const { email } = await anAccount(page)
    const dialog = await openDialog(page, 'login')
    for (const address of [email, 'nobody@example.com']) {
      await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
      await send(dialog, 'Send the link')
      await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription('Please fill in all the fields.')
      await fillIn(dialog, { email: address })
      await send(dialog, 'Send the link')
      await expect(dialog.getByRole('status')).toHaveText(
        'If there is an account for that address, a mail with a link is on its way.',
      )
      await dialog.getByRole('button', { name: 'Back to log in' }).click()
    }
  },
)

test('password managers know the fields, and a password can be looked at', async ({ page }) => {
  const dialog = await openDialog(page)
  const password = dialog.getByLabel('Password', { exact: true })
  const fields = () =>
    dialog
      .locator('form[method=post] input')
      .evaluateAll((inputs) =>
        inputs.map((input) => [input.getAttribute('type'), input.getAttribute('autocomplete')].join(' ')),
      )
  expect(await fields()).toEqual(['text name', 'email username', 'password new-password'])
  await password.fill('garden')
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('garden')
  await dialog.getByRole('button', { name: 'Show password', pressed: true }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  expect(await fields()).toEqual(['email username webauthn', 'password current-password'])
})

test('a second submit while the first is under way sends nothing', LONG, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/users', async (route) => {
    sent++
    await held
    await route.continue()
  })
  const dialog = await openDialog(page)
  await fillIn(dialog, aPerson())
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const button = dialog.getByRole('button', { name: 'Signing up…' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  // Forced, since Playwright takes it for disabled.
  await button.click({ force: true })
  release()
  await expect(theToast(page, 'Register successful.')).toHaveCount(1)
  expect(sent).toBe(1)
})

test('an early pilot sees the badge, and the server is told so', async ({ page }) => {
  await page.goto('/?early_access=1')
  const dialog = await openDialog(page)
  await expect(dialog.getByText('Early Pilot Free Program')).toBeVisible()
  await fillIn(dialog, aPerson())
  const sent = page.waitForRequest('**/api/users')
  await send(dialog, 'Sign Up')
  expect((await sent).postDataJSON()).toMatchObject({ earlyPilot: true, locale: 'en' })
  await expect(theDialog(page)).toBeHidden()
})

test.describe('when the site asks for the occupation', () => {
  test.beforeEach(async ({ page }) => {
    await page.route('**/', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        '&quot;survey&quot;:[0,false]',
        '&quot;survey&quot;:[0,true]',
      )
      await route.fulfill({ response, body })
    })
    await page.goto('/')
    const dialog = await openDialog(page)
    await fillIn(dialog, aPerson())
    await send(dialog, 'Sign Up')
    await expect(dialog.getByRole('heading')).toHaveText('One question, if you like')
  })

  test('it is asked after registering, with the six answers, and kept', LONG, async ({ page }) => {
    const dialog = theDialog(page)
    expect(
      await dialog.getByRole('radio').evaluateAll((all) => all.map((radio) => radio.getAttribute('value'))),
    ).toEqual(['Student', 'Researcher', 'Teacher', 'Developer', 'Hobbyst', 'Other'])
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(theToast(page, 'Please choose one, or skip.')).toBeVisible()
    await dialog.getByLabel('Teacher').check()
    const kept = page.waitForResponse('**/api/user/survey')
    await dialog.getByRole('button', { name: 'Send' }).click()
    expect((await kept).status()).toBe(204)
    await expect(dialog).toBeHidden()
  })
})
