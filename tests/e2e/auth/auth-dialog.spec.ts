import { fillIn, openDialog, send, theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { moving } from '../support/moving.ts'
import { anAccount, aPerson, keptAuth } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible, framesLater, test as fresh, layoutShift } from '../support/test.ts'

test.use(moving)

test('the keyboard alone opens it, goes through it, signs up and closes it', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('banner').getByRole('button', { name: 'Sign Up' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = theDialog(page)
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  // Gone, not only hidden: the page hears of the closing a moment later.
  await expect(page.locator('dialog.auth')).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Aiko')
  await page.keyboard.press('Tab')
  await page.keyboard.type(aPerson().email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('garden-wall-7')
  await page.keyboard.press('Enter')
  await expect(theToast(page, 'Register successful.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Aiko' })).toBeFocused()
})

test('the focus stays inside while it is open', async ({ page }) => {
  await page.goto('/')
  await openDialog(page)
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    )
    expect(outside).toBe(false)
  }
})

test('its button and a click on the backdrop close it, dragging a selection out of a field does not', async ({
  page,
}) => {
  await page.goto('/')
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  await openDialog(page)
  await dialog.getByLabel('Name').fill('A long name to select')
  await dialog.getByLabel('Name').hover()
  await page.mouse.down()
  await page.mouse.move(20, 300, { steps: 4 })
  await page.mouse.up()
  await expect(dialog).toBeVisible()
  await page.mouse.click(20, 300)
  await expect(dialog).toBeHidden()
})

test('the views lead to each other', async ({ page }) => {
  await page.goto('/')
  const dialog = await openDialog(page)
  await expect(dialog).toHaveAccessibleName('Create your account')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toHaveAccessibleName('Welcome back')
  await expect(dialog.getByLabel('E-mail')).toBeFocused()
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await expect(dialog).toHaveAccessibleName('Create your account')
  await expect(dialog.getByLabel('Name')).toBeFocused()
})

fresh('the page behind it neither scrolls nor moves', LONG, async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const left = () => page.locator('.wordmark').evaluate((element) => element.getBoundingClientRect().left)
  const before = await left()
  const shiftBefore = await layoutShift(page)
  await openDialog(page)
  expect(await left()).toBe(before)
  await page.mouse.move(20, 500)
  await page.mouse.wheel(0, 600)
  await framesLater(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await layoutShift(page)).toBe(shiftBefore)
  await page.keyboard.press('Escape')
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
})

for (const { name, ...viewport } of [
  { name: 'a window of 320 pixels', width: 320, height: 568 },
  { name: 'a zoom of 200 %', width: 640, height: 400 },
  { name: 'a phone whose keyboard is open', width: 360, height: 320 },
]) {
  test(`it fits ${name}, with every error shown`, LONG, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto('/')
    const dialog = await openDialog(page)
    await send(dialog, 'Sign Up')
    await expect(dialog.getByText('Please fill in all the fields.')).toHaveCount(4)
    const box = await dialog.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await expect(dialog).toHaveAccessibleName('Welcome back')
  })
}

test('a click that comes before the scripts is not lost', LONG, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/_astro/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click()
  await asked
  await expect(theDialog(page)).toHaveCount(0)
  release()
  await expect(theDialog(page)).toBeVisible()
})

test.describe('when a part cannot be loaded', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be loaded/ })

  test('a message says so, and the next click retries', LONG, async ({ page }) => {
    await page.route('**/_astro/sign-in.*.css', (route) => route.abort())
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click()
    await expect(theToast(page, 'We could not be reached.')).toBeVisible()
    await page.unroute('**/_astro/sign-in.*.css')
    await openDialog(page)
  })
})

test('clicks are counted without holding anything up', async ({ page }) => {
  const counted: unknown[] = []
  await page.route('**/api/activity', (route) => {
    counted.push(route.request().postDataJSON())
    // Never answered.
  })
  await page.goto('/?k=secret')
  const dialog = await openDialog(page)
  const person = aPerson()
  await fillIn(dialog, person)
  await send(dialog, 'Sign Up')
  await expect(theToast(page, 'Register successful.')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await openDialog(page, 'login')
  await fillIn(dialog, { email: person.email, password: person.password })
  await send(dialog, 'Log in')
  await expect(theToast(page, 'Login successful.')).toBeVisible()
  expect(counted).toEqual([
    { label: 'REGISTER_CLICK', meta: { path: '/' } },
    { label: 'LOGIN_CLICK', meta: { path: '/' } },
  ])
})

test('axe finds nothing in it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/?early_access', { waitUntil: 'networkidle' })
  const dialog = await openDialog(page)
  await expectAccessible(page)
  await send(dialog, 'Sign Up')
  await expect(theToast(page, 'Please fill in all the fields.')).toHaveAttribute('data-mounted', 'true')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Back to log in' }).click()
  const { email, password } = await anAccount(page)
  await fillIn(dialog, { email, password })
  await send(dialog, 'Log in')
  await expect(theToast(page, 'Login successful.')).toHaveAttribute('data-mounted', 'true')
  await expectAccessible(page)
  expect(await keptAuth(page)).not.toBeNull()
})
