import type { APIRequestContext, Page } from '@playwright/test'
import { KNOWN_TESTER_KEY } from '../../support/shop/known-members.ts'
import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember, logInInDialog, registerInDialog } from '../support/members.ts'
import { moving } from '../support/moving.ts'
import { test as alone } from '../support/own-shop.ts'
import { anAccount, aPerson, keptAuth } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible, framesLater, test as fresh, layoutShift } from '../support/test.ts'

test.use(moving)

const KEY = `?k=${KNOWN_TESTER_KEY}`
const INVALID = 'Error: The url is invalid. Please reach out.'
const DONE = "You're now signed up for Nagare early tester. Start browsing for downloads!"

const joinButton = (page: Page) => page.getByRole('button', { name: 'Become a Tester' })

/** The page's calls of the testers' API from now on, as `METHOD path`. */
function calls(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/users/early-adopter')) made.push(`${request.method()} ${pathname}`)
  })
  return made
}

async function taken(request: APIRequestContext): Promise<number> {
  return (await (await request.get('/api/users/early-adopters')).json()).count
}

for (const [address, invalid] of [
  ['/promo-signup', INVALID],
  ['/promo-signup?k=', INVALID],
  ['/promo-signup-jp', 'URLが正しくありません。お手数ですが、お問い合わせください。'],
] as const)
  test(
    `${address} says at once that its URL is invalid, and again at the click`,
    address === '/promo-signup' ? {} : LONG,
    async ({ page }) => {
      const made = calls(page)
      const [title, button] = address.includes('jp')
        ? ['エラー', 'テスターに応募する']
        : ['Error', 'Become a Tester']
      const toast = page.locator('[data-sonner-toast]').filter({ hasText: invalid })
      await page.goto(address)
      await expect(toast.getByText(title, { exact: true })).toBeVisible()
      await expect(toast).toHaveAttribute('data-type', 'error')
      await toast.getByRole('button').first().click()
      await expect(toast).toHaveCount(0)
      await page.getByRole('button', { name: button }).click()
      await expect(toast).toBeVisible()
      await expect(theDialog(page)).toBeHidden()
      expect(made).toEqual(['GET /api/users/early-adopters'])
    },
  )

test('a visitor with a key signs up, becomes an early tester and is told so at home', async ({ page }) => {
  await page.goto(`/promo-signup${KEY}`, { waitUntil: 'networkidle' })
  await expect(page.locator('.spots')).toHaveText(/^\d+ spots left$/)
  await expect(page.locator('#last-chance')).toHaveText(/^Last Chance: \d+\/20 Spots Left$/)
  await joinButton(page).click()
  await registerInDialog(page)
  await expect(page).toHaveURL(/\/$/)
  await expect(theToast(page, DONE)).toBeVisible()
  await expect(theToast(page, DONE).getByText('Success!')).toBeVisible()
  expect(await keptAuth(page)).toMatchObject({ membership: 'early_adopter' })
  expect(await taken(page.request)).toBeGreaterThan(0)
  await page.reload({ waitUntil: 'networkidle' })
  await expect(theToast(page, DONE), 'it is said once').toBeHidden()
})

test(
  'an existing member joins by the last button, and joining again takes no second spot',
  LONG,
  async ({ page }) => {
    const person = await anAccount(page)
    await page.goto(`/promo-signup${KEY}`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Secure Free Access Now' }).click()
    await logInInDialog(page, person)
    await expect(theToast(page, DONE)).toBeVisible()
    const made = calls(page)
    await page.goto(`/promo-signup${KEY}`, { waitUntil: 'networkidle' })
    await joinButton(page).click()
    await expect(theToast(page, DONE)).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    expect(made).toEqual([
      'GET /api/users/early-adopters',
      'GET /api/users/early-adopter',
      'PUT /api/users/early-adopter',
    ])
  },
)

test('the Japanese page speaks Japanese to the end', async ({ page }) => {
  await freeMember(page)
  await page.goto(`/promo-signup-jp${KEY}`, { waitUntil: 'networkidle' })
  await expect(page.locator('.spots')).toHaveText(/^残り\d+名$/)
  await expect(page.locator('#last-chance')).toHaveText(/^ラストチャンス：残り\d+／20名$/)
  await page.getByRole('button', { name: 'テスターに応募する' }).click()
  await expect(page).toHaveURL(/\/ja$/)
  await expect(page.getByText(/^Nagareの先行テスターになりました/)).toBeVisible()
})

test(
  'a subscriber is asked before a spot is taken, and may end the subscription or keep it',
  LONG,
  async ({ page }) => {
    await freeMember(page)
    const paying = { ground: 'subscription', plan: 'pro_yearly', can_cancel: true, past_due: false }
    await page.route('**/api/user/membership', (route) =>
      route.fulfill({ json: { ...paying, until: '2027-03-01T12:00:00.000Z', renews: true } }),
    )
    const claims: string[] = []
    await page.route('**/api/users/early-adopter?*', (route) => {
      if (route.request().method() === 'PUT') claims.push(new URL(route.request().url()).search)
      return route.fulfill({ json: { status: 'OK' } })
    })
    const dialog = page.getByRole('dialog', { name: 'You have a subscription' })
    for (const [choice, ends] of [
      ['Join and keep it', ''],
      ['End it and join', '&end_subscription=true'],
    ] as const) {
      await page.goto(`/promo-signup${KEY}`)
      await joinButton(page).click()
      await expect(dialog).toContainText('renew on March 1, 2027')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      expect(claims).toEqual([])
      await joinButton(page).click()
      if (ends) await expectAccessible(page)
      await dialog.getByRole('button', { name: choice }).click()
      await expect(theToast(page, DONE)).toBeVisible()
      expect(claims.splice(0)).toEqual([`${KEY.replace('k', 'key')}${ends}`])
    }
  },
)

test('a click that comes before the script is made good', LONG, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/promo-signup${KEY}`, { waitUntil: 'domcontentloaded' })
  await joinButton(page).click()
  release()
  await expect(theDialog(page)).toBeVisible()
})

test.describe('when something goes wrong', () => {
  test.use({
    expectedNoise:
      /Failed to load resource|could not be (redeemed|counted|checked)|Failed to fetch dynamically/,
  })

  test(
    'a wrong key is reported at once, and again at the click, before an account is made',
    LONG,
    async ({ page }) => {
      await page.goto('/promo-signup?k=not-a-key')
      await expect(theToast(page, INVALID).getByText('Error', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Close notification' }).click()
      await expect(theToast(page, INVALID)).toHaveCount(0)
      await joinButton(page).click()
      await expect(theToast(page, INVALID)).toBeVisible()
      await expect(theDialog(page)).toBeHidden()
      await expect(joinButton(page)).toHaveAttribute('aria-busy', 'false')
    },
  )
})

alone.describe('when the last spot is taken', () => {
  alone.use({ expectedNoise: /Failed to load resource|could not be redeemed/ })

  alone('who comes too late is told so, before and after the click', LONG, async ({ page, shop }) => {
    await freeMember(page)
    for (let n = 0; n < 19; n++) await joinByApi(page.request, shop.url)
    await page.goto(`/promo-signup${KEY}`, { waitUntil: 'networkidle' })
    await expect(page.locator('.spots')).toHaveText('1 spot left')
    await expect(page.locator('#last-chance')).toHaveText('Last Chance: 1/20 Spots Left')
    await expect(page.locator('.spot-marks [data-taken="true"]')).toHaveCount(19)
    await joinByApi(page.request, shop.url)
    await expect(page.getByText('We are looking for 20 editors')).toBeVisible()
    await joinButton(page).click()
    await expect(theToast(page, 'The last spot has just gone to somebody else.')).toBeVisible()
    await expectSoldOut(page)
    await page.reload({ waitUntil: 'networkidle' })
    await expectSoldOut(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'See the plans' }).first().click()
    await expect(page).toHaveURL(/\/pricing$/)
  })
})

async function expectSoldOut(page: Page): Promise<void> {
  await expect(page.locator('.spots')).toHaveText('All spots are taken')
  await expect(
    page.getByRole('heading', { level: 1, name: 'All spots are taken', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'All spots are taken' })).toBeVisible()
  await expect(page.getByText('We are looking for 20 editors')).toBeHidden()
  await expect(joinButton(page)).toHaveCount(0)
}

async function joinByApi(request: APIRequestContext, site: string): Promise<void> {
  const address = { 'x-forwarded-for': `10.9.8.${Math.floor(Math.random() * 256)}` }
  const { access_token } = await (
    await request.post(`${site}/api/users`, { data: aPerson(), headers: address })
  ).json()
  const answer = await request.put(`${site}/api/users/early-adopter?key=${KNOWN_TESTER_KEY}`, {
    headers: { ...address, authorization: `Bearer ${access_token}` },
  })
  expect(answer.status()).toBe(200)
}

test.describe('films', () => {
  test(
    'play while visible, stop out of sight, and stop and start by their button',
    LONG,
    async ({ page }) => {
      await page.goto(`/promo-signup${KEY}`, { waitUntil: 'networkidle' })
      const film = page.locator('.demos video').first()
      const isPaused = () => film.evaluate((video: HTMLVideoElement) => video.paused)
      expect(await isPaused()).toBe(true)
      await film.scrollIntoViewIfNeeded()
      await expect.poll(isPaused).toBe(false)
      await expect(film).toHaveAttribute('data-shown', 'true')
      const button = page.locator('.demos figure').first().getByRole('button')
      await expect(button).toHaveAccessibleName(/^Pause: /)
      await button.click()
      await expect.poll(isPaused).toBe(true)
      await expect(button).toHaveAccessibleName(/^Play: /)
      await button.click()
      await expect.poll(isPaused).toBe(false)
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(isPaused).toBe(true)
    },
  )

  test('do not start by themselves with reduced motion', LONG, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const films: string[] = []
    page.on('request', (request) => request.url().includes('/watermarked/') && films.push(request.url()))
    await page.goto(`/promo-signup${KEY}`, { waitUntil: 'networkidle' })
    const figure = page.locator('.demos figure').first()
    await figure.scrollIntoViewIfNeeded()
    await expect(figure.getByRole('button')).toHaveAccessibleName(/^Play: /)
    await framesLater(page)
    expect(films).toEqual([])
    await figure.getByRole('button').click()
    await expect(figure.getByRole('button')).toHaveAccessibleName(/^Pause: /)
    await expect.poll(() => films.length).toBeGreaterThan(0)
  })

  fresh(
    'the still and its film are compared by keyboard and by drag, and nothing moves',
    LONG,
    async ({ page }) => {
      await page.goto(`/promo-signup${KEY}`, { waitUntil: 'networkidle' })
      const slider = page.getByRole('slider', { name: 'Compare still and motion' })
      await slider.scrollIntoViewIfNeeded()
      const film = page.locator('.compare-film')
      const uncovered = () => film.evaluate((element) => getComputedStyle(element).clipPath)
      const middle = await uncovered()
      await slider.focus()
      for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowRight')
      await expect(slider).toHaveValue('70')
      await expect.poll(uncovered).not.toBe(middle)
      await page.keyboard.press('Home')
      await expect(slider).toHaveValue('0')
      const box = (await slider.boundingBox())!
      await page.mouse.move(box.x + 24, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 5 })
      await page.mouse.up()
      expect(Number(await slider.inputValue())).toBeGreaterThan(75)
      expect(await layoutShift(page)).toBeLessThan(0.01)
    },
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('everything can be read, and the page says what joining needs', async ({ page }) => {
    await page.goto(`/promo-signup${KEY}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(joinButton(page)).toBeHidden()
    const said = page.locator('noscript p').first()
    await expect(said).toBeVisible()
    await expect(said).toContainText('Joining needs JavaScript')
    await page.locator('summary').first().click()
    await expect(page.locator('details p').first()).toBeVisible()
  })
})
