import type { Page } from '@playwright/test'
import { runs } from '../../support/runs.ts'
import { openDialog, theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, logInInDialog } from '../support/members.ts'
import { moving } from '../support/moving.ts'
import { anAccount, aPerson, keptAuth, signInAs } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, test as fresh, layoutShift } from '../support/test.ts'

test.use(moving)

const ROUNDS = runs(20, 3)

const signUp = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign Up' })
const account = (page: Page) => page.getByRole('banner').locator('.header-account')

test('signing in and out shows in the other tab at once, and closes its dialog', async ({
  page,
  context,
}) => {
  const person = await anAccount(page)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await openDialog(other)
  await signInAs(page, person)
  await expect(account(other)).toHaveText('Yuki')
  await expect(theDialog(other)).toBeHidden()
  await other.evaluate(() => localStorage.removeItem('auth'))
  await page.reload()
  await expect(signUp(page)).toBeVisible()
  await signInAs(other, person)
  await expect(account(page)).toHaveText('Yuki')
  await other.evaluate(() => localStorage.removeItem('auth'))
  await expect(signUp(page)).toBeVisible()
  await expect(account(page)).toBeHidden()
})

/** What the header shows at each frame, from the first one on; read after twenty more. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const frames: string[] = []
    Object.assign(window, { frames_: frames })
    const look = () => {
      const shown = [...document.querySelectorAll<HTMLElement>('.header-sign-up,.header-account')]
      const seen = shown
        .filter((element) => element.checkVisibility())
        .map((element) => element.innerText.trim())
      if (shown.length > 0) frames.push(seen.join('+'))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  type Watched = { frames_: string[] }
  return async () => {
    const count = await page.evaluate(() => (window as unknown as Watched).frames_.length)
    await page.waitForFunction((min) => (window as unknown as Watched).frames_.length > min, count + 20)
    return page.evaluate(() => (window as unknown as Watched).frames_)
  }
}

for (const scripts of ['with its scripts', 'before its scripts come'] as const) {
  fresh(
    `a page never shows the wrong state, ${scripts}`,
    scripts === 'with its scripts' ? {} : LONG,
    async ({ page }) => {
      const person = await anAccount(page, { name: '山田　太郎' })
      await page.goto('/')
      const frames = await watchFrames(page)
      if (scripts === 'before its scripts come')
        await page.route('**/_astro/*.js', () => {
          // Never answered.
        })
      const wait = scripts === 'with its scripts' ? 'networkidle' : 'domcontentloaded'
      await page.reload({ waitUntil: wait })
      expect(new Set(await frames())).toEqual(new Set(['Sign Up']))
      await signInAs(page, person)
      await page.reload({ waitUntil: wait })
      expect(new Set(await frames())).toEqual(new Set(['山田']))
      // A late font moves the words by some 0.002; the frames show that the state moves nothing.
      expect(await layoutShift(page)).toBeLessThan(0.01)
    },
  )
}

test('storage that holds no record is nobody', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('auth', '{'))
  await page.reload({ waitUntil: 'networkidle' })
  await expect(signUp(page)).toBeVisible()
  await expect(account(page)).toBeHidden()
})

test('the longest name fits the narrowest window', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  const person = await anAccount(page, { name: 'W'.repeat(100) })
  await page.goto('/')
  await signInAs(page, person)
  await page.reload()
  await expect(account(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const { x = 0, width = 0 } = (await account(page).boundingBox()) ?? {}
  expect(width).toBeGreaterThan(40)
  expect(x + width).toBeLessThanOrEqual(320)
})

test('a short name is whole in the header of a phone', LONG, async ({ page }) => {
  const person = await anAccount(page, { name: 'Admin' })
  await page.goto('/')
  await signInAs(page, person)
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 })
    for (const path of ['/', '/ja']) {
      await page.goto(path)
      await expect(account(page)).toHaveText('Admin')
      // Their own widths are rounded, and an ellipsis comes for half a pixel.
      const cut = await account(page).evaluate((link) => {
        const text = document.createRange()
        text.selectNodeContents(link)
        const { paddingInlineEnd, borderInlineEndWidth } = getComputedStyle(link)
        const edge = Number.parseFloat(paddingInlineEnd) + Number.parseFloat(borderInlineEndWidth)
        return text.getBoundingClientRect().right - (link.getBoundingClientRect().right - edge)
      })
      expect(cut, `${width} px, ${path}`).toBeLessThan(0.05)
    }
  }
})

fresh('two tabs whose token has expired refresh it at once and stay signed in', async ({ page, context }) => {
  const person = await anAccount(page)
  await page.goto('/healthz')
  await signInAs(page, person)
  const { id } = (await keptAuth(page)) ?? {}
  const tabs = [page, await context.newPage()]
  let refreshes = 0
  // Requests, since a page that is left gets no response.
  context.on('request', (request) => {
    if (request.url().endsWith('/refresh-token')) refreshes++
  })
  for (let round = 0; round < ROUNDS; round++) {
    // Away from the site's pages, which would store their own copy again.
    await Promise.all(tabs.map((tab) => tab.goto('/healthz')))
    await page.evaluate(() => {
      const record = JSON.parse(localStorage.getItem('auth') ?? '')
      localStorage.setItem('auth', JSON.stringify({ ...record, expiry_time: 0 }))
    })
    await Promise.all(tabs.map((tab) => tab.goto('/account')))
    for (const tab of tabs)
      await expect(tab.getByRole('region', { name: 'Profile' })).toContainText(person.email)
    expect(await keptAuth(page)).toMatchObject({ id, email: person.email })
  }
  expect(refreshes).toBeGreaterThanOrEqual(ROUNDS)
})

test.describe('a session that ends while a clip is open', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be/ })

  test('shows a message, and after the log-in the like is saved', async ({ page }) => {
    const person = await anAccount(page)
    await page.goto('/healthz')
    await signInAs(page, person)
    const { id } = await aClip(page.request, 'temple')
    await page.goto(`/m/${id}`)
    const heart = page.getByRole('button', { name: /^Like \d+$/ })
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    const { refresh_token } = (await keptAuth(page)) ?? {}
    await page.request.post('/api/users/logout', { data: { refresh_token } })
    await heart.click()
    await expect(theToast(page, 'Your session has ended. Please log in again.')).toBeVisible()
    await expect(theDialog(page).getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await logInInDialog(page, person)
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  })
})

test('the next person is not mistaken for the one before', async ({ page }) => {
  const first = await anAccount(page)
  const second = await anAccount(page, aPerson({ name: 'Mei Sato' }))
  await page.goto('/')
  await signInAs(page, first)
  await signInAs(page, second)
  await page.reload()
  await expect(account(page)).toHaveText('Mei')
})
