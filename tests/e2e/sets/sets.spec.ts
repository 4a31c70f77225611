import { theDialog } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember } from '../support/members.ts'
import { moving } from '../support/moving.ts'
import { expect, expectAccessible, layoutShift } from '../support/test.ts'
import { bars, film } from './full-screen.ts'
import { fresh, signInAsKnown, test } from './set-shop.ts'
import { aSet } from './sets.ts'

test.use(moving)

fresh('while the page is open the time runs out, hour by hour, to the end', async ({ page }) => {
  const { path } = await aSet(page, 'promo', { days: 2 })
  await page.clock.install()
  await page.goto(path, { waitUntil: 'networkidle' })
  const headline = page.getByRole('heading', { level: 1 })
  await expect(headline).toContainText('Free for 2 days!')
  await page.clock.runFor('25:00:00')
  await expect(headline).toContainText('Free for 23 hours!')
  await page.locator('.tile').first().click()
  await expect(bars(page)).toBeVisible()
  await page.clock.runFor('23:30:00')
  await expect(page.getByRole('heading', { name: 'Oops...' })).toBeVisible()
  await page.clock.runFor(1000)
  await expect(bars(page)).toHaveCount(0)
  await expect(page.locator('.tile')).toHaveCount(4)
  await expect(page.locator('.tile').first()).toBeHidden()
})

test('a curated set plays with its watermark, and in full for paid members', async ({ page }) => {
  const { path, ids } = await aSet(page, 'curated')
  await page.goto(`${path}#clip-${ids[0]}`, { waitUntil: 'networkidle' })
  await expect(page.getByText(/^Curated Curated \d+ \d+ footage only for you$/)).toBeVisible()
  await expect(page.locator('.grid-foot')).toBeEmpty()
  const source = () => film(page).evaluate((video: HTMLVideoElement) => video.currentSrc)
  await expect.poll(source).toContain('/media/watermarked/')
  await freeMember(page)
  await page.goto(`${path}#clip-${ids[0]}`, { waitUntil: 'networkidle' })
  await expect.poll(source).toContain('/media/watermarked/')
  await signInAsKnown(page, 'pro')
  await page.goto(`${path}#clip-${ids[0]}`, { waitUntil: 'networkidle' })
  await expect.poll(source).toContain('/video?token=')
  await expect
    .poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(1)
})

fresh('axe finds nothing on the pages of sets, and nothing moves', LONG, async ({ page }) => {
  const promo = await aSet(page, 'promo')
  const curated = await aSet(page, 'curated')
  for (const { path } of [promo, curated]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectAccessible(page)
    expect(await layoutShift(page)).toBeLessThan(0.01)
  }
  await signInAsKnown(page, 'admin')
  await page.goto('/promo-make', { waitUntil: 'networkidle' })
  for (let n = 0; n < 3; n++)
    await page.locator('.results').getByRole('button', { name: /^Add / }).first().click()
  await expectAccessible(page)
  await page.goto(promo.path, { waitUntil: 'networkidle' })
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect(theDialog(page)).toBeVisible()
  await expectAccessible(page)
})
