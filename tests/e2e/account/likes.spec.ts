import { LONG } from '../support/long.ts'
import {
  aClip,
  bearer,
  countedClicks,
  freeMember,
  logInInDialog,
  registerInDialog,
  signedIn,
} from '../support/members.ts'
import { moving } from '../support/moving.ts'
import { anAccount } from '../support/people.ts'
import { expectSeen } from '../support/seen.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

test.use(moving)

const hearts = '.grid .tile-like'
const pressed = `${hearts}[aria-pressed="true"]`

test('a like on a tile shows at once, on the page of the clip, after a reload and among the likes', async ({
  page,
}) => {
  const clicks = countedClicks(page)
  await freeMember(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  const tile = page.locator('.grid-first > li').nth(2)
  const title = (await tile.locator('.tile-title').textContent()) ?? ''
  await tile.hover()
  const heart = tile.getByRole('button', { name: `Like: ${title}` })
  // The page is left before the server has the like: the next one sends it.
  await page.route('**/like', () => {}, { times: 1 })
  const sent = page.waitForRequest('**/like')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(clicks).toEqual(['LIKECLICK_CLICK'])
  await sent
  const saved = page.waitForResponse('**/like')
  await page.reload()
  await expect(page.locator(pressed)).toHaveCount(1)
  await expectSeen(page.locator(pressed))
  await saved
  await tile.locator('.tile').click()
  await expect(page.getByRole('button', { name: /^Like \d+$/ })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/likes')
  await expect(page.locator('.grid .tile')).toHaveCount(1)
  await expectSeen(page.locator('.grid .tile img'))
  await expect(page.locator('.grid .tile-title')).toHaveText(title)
})

test('a tile that comes by scrolling can be liked too, and comes back liked', LONG, async ({ page }) => {
  await freeMember(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('.grid-first > li').nth(-12).scrollIntoViewIfNeeded()
  const heart = page.locator('.grid-section .tile-like').nth(3)
  await heart.scrollIntoViewIfNeeded()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const id = await heart.getAttribute('data-like')
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('likes') ?? '{}').ids))
    .toContain(Number(id))
  await page.reload()
  await page.locator('.grid-first > li').nth(-12).scrollIntoViewIfNeeded()
  await expect(page.locator(`.grid-section [data-like="${id}"]`)).toHaveAttribute('aria-pressed', 'true')
})

test.describe('when a like cannot be saved', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be saved/ })

  test('the heart and the count are restored, with a message', async ({ page }) => {
    await freeMember(page)
    const { id } = await aClip(page.request, 'fuji')
    await page.goto(`/m/${id}`, { waitUntil: 'networkidle' })
    const button = page.getByRole('button', { name: /^Like \d+$/ })
    const before = Number(await button.locator('.like-count').textContent())
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/like', async (route) => {
      await asked
      await route.fulfill({ status: 503, json: { status: 'UNAVAILABLE', message: '', request_id: '' } })
    })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(button.locator('.like-count')).toHaveText(String(before + 1))
    answer()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await expect(button.locator('.like-count')).toHaveText(String(before))
    await expect(page.getByText('Your like could not be saved. Please try again.')).toBeVisible()
  })
})

test('a signed-out visitor signs up first, then likes the clip', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const heart = page.locator(hearts).nth(1)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await registerInDialog(page)
  await expect(page.getByText('Register successful.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a clip liked earlier stays liked when its heart asks to sign in', LONG, async ({ page }) => {
  const member = await signedIn(page, await anAccount(page))
  const { id } = await aClip(page.request, 'fuji')
  const headers = await bearer(page)
  await page.request.put(`/api/users/medias/${id}/like`, { headers })
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/m/${id}`, { waitUntil: 'networkidle' })
  const button = page.getByRole('button', { name: /^Like \d+$/ })
  await button.click()
  await logInInDialog(page, member)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  const { likes } = await (await page.request.get('/api/users/medias/likes', { headers })).json()
  expect(likes).toEqual([id])
})

test(
  'a like shows in the other tab, and signing out clears the hearts of both',
  LONG,
  async ({ page, context }) => {
    await freeMember(page)
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto('/', { waitUntil: 'networkidle' })
    await page.locator(hearts).first().click()
    await expect(other.locator(pressed)).toHaveCount(1)
    await other.goto('/account')
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(page.locator(pressed)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('likes'))).toBeNull()
  },
)

test('a heart is reached and pressed by keyboard alone, right after the link of its tile', async ({
  page,
}) => {
  await freeMember(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('.tile').first().focus()
  await page.keyboard.press('Tab')
  const heart = page.locator(hearts).first()
  await expect(heart).toBeFocused()
  await expect(heart).toHaveCSS('opacity', '1')
  await page.keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL(/\/$/)
})

test('the preview goes on while the pointer is on the heart', LONG, async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('.tile').first().hover()
  const playing = page.locator('video.tile-preview.is-playing')
  await expect(playing).toHaveCount(1)
  await page.locator(hearts).first().hover()
  const time = () => playing.evaluate((video: HTMLVideoElement) => video.currentTime)
  const before = await time()
  await expect.poll(time).not.toBe(before)
  await expect(playing).toHaveCount(1)
})

test(
  'a heart that is taken back on the page of likes leaves its clip there until the page is left',
  LONG,
  async ({ page }) => {
    await freeMember(page)
    const headers = await bearer(page)
    const { sources } = await (await page.request.get('/api/medias/search?q=')).json()
    for (const { id } of sources.slice(0, 3))
      await page.request.put(`/api/users/medias/${id}/like`, { headers })
    await page.goto('/likes')
    await expect(page.locator('.grid .tile')).toHaveCount(3)
    await expect(page.locator(pressed)).toHaveCount(3)
    const ids = await page
      .locator(hearts)
      .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.like)))
    expect(ids).toEqual(
      sources
        .slice(0, 3)
        .map(({ id }: { id: number }) => id)
        .toReversed(),
    )
    const saved = page.waitForResponse((response) => response.url().endsWith('/like'))
    await page.locator(hearts).first().click()
    await expect(page.locator(pressed)).toHaveCount(2)
    await expect(page.locator('.grid .tile')).toHaveCount(3)
    await saved
    await page.reload()
    await expect(page.locator('.grid .tile')).toHaveCount(2)
  },
)

test('without likes the page links to footage, signed out to the login', LONG, async ({ page }) => {
  await page.goto('/likes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Likes')
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await registerInDialog(page)
  await expect(page.getByRole('heading', { name: 'No likes yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Find footage' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('no heart is offered', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator(hearts).first()).toBeHidden()
  })
})
