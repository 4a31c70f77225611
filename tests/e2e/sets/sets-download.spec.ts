import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { theToast } from '../support/dialog.ts'
import { countedClicks, freeMember } from '../support/members.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { hash, LIBRARY, unzipped } from './saved-films.ts'
import { signInAsKnown, test } from './set-shop.ts'
import { aSet } from './sets.ts'

test('a free member sees how to get a curated set; a paid one gets it', async ({ page }) => {
  const { path } = await aSet(page, 'curated')
  await freeMember(page)
  const clicks = countedClicks(page)
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Download All' }).click()
  await expect(
    theToast(page, 'Please upgrade to download the video. Opening the upgrade page.'),
  ).toBeVisible()
  expect(clicks).toEqual(['DOWNLOAD_CLICK'])
  await signInAsKnown(page, 'pro')
  await page.goto(path, { waitUntil: 'networkidle' })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download All' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^nagare_curated-\d+-\d+_curated\.zip$/)
  expect(Object.keys((await unzipped(download)).files)).toHaveLength(6)
})

test('a tile’s icon saves its clip alone', async ({ page }) => {
  const { path } = await aSet(page, 'promo')
  await freeMember(page)
  await page.goto(path, { waitUntil: 'networkidle' })
  const title = await page.locator('.tile-title').first().textContent()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${title}` }).click()
  const download = await saving
  const file = `${title?.toLowerCase().replaceAll(' ', '-')}.mp4`
  expect(download.suggestedFilename()).toBe(`nagare_${file}`)
  expect(hash(await readFile(await download.path()))).toBe(hash(await readFile(join(LIBRARY, file))))
})

test.describe('when films are missing', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be|net::ERR/ })

  test('they are listed at the end, and can be retried', async ({ page }) => {
    const { path, ids } = await aSet(page, 'promo')
    await freeMember(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.route(/media-sign-promo/, (route) =>
      route.request().url().includes(`source=${ids[1]}&`) ||
      route.request().url().endsWith(`source=${ids[1]}`)
        ? route.abort()
        : route.continue(),
    )
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download All' }).click()
    expect(Object.keys((await unzipped(await saving)).files)).toHaveLength(5)
    await expect(page.getByText('1 clip could not be downloaded:')).toBeVisible()
    await page.unroute(/media-sign-promo/)
    const again = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Try these again' }).click()
    expect(Object.keys((await unzipped(await again)).files)).toHaveLength(3)
  })

  test('a download is cancelled, and a second click meanwhile does nothing', async ({ page }) => {
    const { path } = await aSet(page, 'promo')
    await freeMember(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    let signed = 0
    await page.route(/media-sign-promo/, () => void signed++)
    const all = page.getByRole('button', { name: 'Download All' })
    await all.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await all.click()
    await all.click()
    expect(signed).toBe(4)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('The download was cancelled.')).toBeVisible()
  })

  test('missing sets say so, and a collection in a toast too', async ({ page }) => {
    const promo = await page.goto('/promo/no_such-thing')
    expect(promo?.status()).toBe(404)
    await expect(page.getByText('Promotion for Free No Such Thing Footages Ended')).toBeVisible()
    await expectAccessible(page)
    const curated = await page.goto('/curated/no_such-thing')
    expect(curated?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops...' })).toBeVisible()
    await expect(theToast(page, 'Error: No collection found.')).toBeVisible()
  })
})
