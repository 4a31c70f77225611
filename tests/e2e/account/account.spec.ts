import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theDialog } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember, logInInDialog, signedIn } from '../support/members.ts'
import { anAccount } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible, test as fresh, layoutShift } from '../support/test.ts'

fresh(
  'who is not signed in is taken to the home page and sees nothing of the account page',
  async ({ page }) => {
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
  },
)

test(
  'who opens the account page from a mail, signed out, is asked to log in and led back',
  LONG,
  async ({ page }) => {
    const member = await anAccount(page)
    await page.goto('/ja/account')
    await expect(page).toHaveURL(/\/ja$/)
    await expect(theDialog(page).getByRole('heading', { name: 'おかえりなさい' })).toBeVisible()
    await page.goto('/account')
    await logInInDialog(page, member)
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByRole('region', { name: 'Profile' })).toContainText(member.email)
  },
)

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
  await expect(page.getByText('Test payments'), 'nothing is paid here').toHaveCount(0)
})

test('after signing out elsewhere, Back shows nothing of the account', async ({ page }) => {
  const { email } = await freeMember(page)
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(email)
  // Stands for a page from the back-forward cache, which the headless shell does not have. A stored page hears nothing
  // of what other pages store.
  // The page may be left before its next frame, so the page after it tells what that frame showed.
  await page.evaluate(() => {
    localStorage.removeItem('auth')
    requestAnimationFrame(() => sessionStorage.setItem('frame', document.body.innerText))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => sessionStorage.getItem('frame') ?? '')).not.toContain(email)
})

test.describe('when a part cannot be loaded', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be loaded/ })

  test('it says so and offers to try again, and the rest is there', LONG, async ({ page }) => {
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

fresh('nothing moves while the account page loads, at any width', LONG, async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.earlyAdopter)
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/account', { waitUntil: 'networkidle' })
    expect(await layoutShift(page), `at ${width} px`).toBeLessThan(0.01)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
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
