import { LONG } from '../support/long.ts'
import { moving } from '../support/moving.ts'
import { expect, expectAccessible, framesLater } from '../support/test.ts'
import { bars, film, openId, slideArrived, swipe } from './full-screen.ts'
import { signInAsKnown, test } from './set-shop.ts'
import { aSet } from './sets.ts'

test.use(moving)

test('full screen: by keyboard from clip to clip, not beyond the ends, and back to where one was', async ({
  page,
}) => {
  const { path, ids } = await aSet(page, 'promo')
  await page.goto(path, { waitUntil: 'networkidle' })
  const tile = page.locator('.tile').nth(1)
  await tile.focus()
  await page.keyboard.press('Enter')
  await expect(bars(page)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`#clip-${ids[1]}$`))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => openId(page)).toBe(ids[2])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => openId(page)).toBe(ids[3])
  await slideArrived(page)
  await page.keyboard.press('ArrowRight')
  await framesLater(page)
  expect(openId(page)).toBe(ids[3])
  await slideArrived(page)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => openId(page)).toBe(ids[2])
  await expect(page.locator('.yarl__navigation_prev, .yarl__navigation_next')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bars(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(tile).toBeFocused()
})

test(
  'full screen: a deep link opens its clip, the back button closes it, the backdrop too',
  LONG,
  async ({ page }) => {
    const { path, ids } = await aSet(page, 'promo')
    await page.goto(`${path}#clip-${ids[2]}`, { waitUntil: 'networkidle' })
    await expect(film(page)).toBeVisible()
    await page.mouse.click(40, 400)
    await expect(bars(page)).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await page.locator('.tile').first().click()
    await expect(film(page)).toBeVisible()
    await page.goBack()
    await expect(bars(page)).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await page.goForward()
    await expect(film(page)).toBeVisible()
    await page.goto(`${path}#clip-999999`)
    await page.reload({ waitUntil: 'networkidle' })
    await expect(bars(page)).toHaveCount(0)
  },
)

test('full screen: the numbers and the plugins of the specification', LONG, async ({ page }) => {
  const { path } = await aSet(page, 'promo')
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.locator('.tile').first().click()
  await expect(film(page)).toBeVisible()
  const video = film(page)
  expect(
    await video.evaluate((v: HTMLVideoElement) => [v.loop, v.controls, v.muted, v.poster !== '']),
  ).toEqual([true, true, true, true])
  await expect(page.locator('.yarl__container')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0.8)')
  await expect(page.locator('.yarl__portal')).toHaveCSS('transition-duration', '0.25s')
  for (const name of ['Play slideshow', 'Zoom in', 'Enter fullscreen', 'Hide thumbnails', 'Close'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  // Two are preloaded on each side.
  expect(await page.locator('.yarl__slide').count()).toBe(5)
  const { width, height } = (await video.boundingBox())!
  expect(width / height).toBeCloseTo(16 / 9, 1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Play slideshow' }).click()
  await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.loop)).toBe(false)
  const before = openId(page)
  await video.evaluate((v: HTMLVideoElement) => {
    v.currentTime = v.duration - 0.2
  })
  await expect.poll(() => openId(page), { timeout: 15_000 }).not.toBe(before)
})

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('full screen: a swipe goes on, a pull closes', LONG, async ({ page }) => {
    const { path, ids } = await aSet(page, 'promo')
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.locator('.tile').first().tap()
    await expect(film(page)).toBeVisible()
    await swipe(page, { x: 300, y: 300 }, { x: 60, y: 300 })
    await expect.poll(() => openId(page)).toBe(ids[1])
    await slideArrived(page)
    await swipe(page, { x: 200, y: 250 }, { x: 200, y: 620 })
    await expect(bars(page)).toHaveCount(0)
  })

  test('clips in the making are reordered by finger', LONG, async ({ page }) => {
    await signInAsKnown(page, 'admin')
    await page.goto('/promo-make', { waitUntil: 'networkidle' })
    const adds = page.locator('.results').getByRole('button', { name: /^Add / })
    for (let n = 0; n < 3; n++) await adds.first().tap()
    const names = () => page.locator('.chosen-handle').evaluateAll((all) => all.map((one) => one.ariaLabel))
    const [a, b, c] = await names()
    await page.locator('.chosen-handle').nth(2).scrollIntoViewIfNeeded()
    const from = (await page.locator('.chosen-handle').nth(2).boundingBox())!
    const to = (await page.locator('.chosen-handle').nth(0).boundingBox())!
    await swipe(page, middleOf(from), middleOf(to))
    expect(await names()).toEqual([c, a, b])
  })
})

const middleOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
})
