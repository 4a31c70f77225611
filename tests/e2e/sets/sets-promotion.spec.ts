import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Download, Page } from '@playwright/test'
import { theToast } from '../support/dialog.ts'
import { bearer, countedClicks, registerInDialog } from '../support/members.ts'
import { moving } from '../support/moving.ts'
import { signInAs } from '../support/people.ts'
import { expectSeen } from '../support/seen.ts'
import { expect } from '../support/test.ts'
import { bars, film, openId, slideArrived, swipe } from './full-screen.ts'
import { hash, LIBRARY, unzipped } from './saved-films.ts'
import { signInAsKnown, test } from './set-shop.ts'
import { shownIds } from './sets.ts'

test.use(moving)

test('a promotion: built, opened by a stranger, played, downloaded whole, and ended at its time', async ({
  page,
  browser,
  shop,
  clock,
}) => {
  test.setTimeout(300_000)
  const clicks = countedClicks(page)
  await signInAsKnown(page, 'admin')
  await page.goto('/promo-make', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Create promo' }).click()
  await expect(theToast(page, 'No photos selected.')).toContainText('Please select photos to create a promo.')
  await page.getByLabel('Search clips to add').fill('torii  tide')
  const searched = page.waitForRequest(/\/api\/medias\/search\?q=torii-tide&offset=0$/)
  await page.keyboard.press('Enter')
  await searched
  await page.getByRole('button', { name: 'Add Torii in the tide' }).click()
  await page.getByLabel('Search clips to add').fill('')
  await page.keyboard.press('Enter')
  const adds = page.locator('.results').getByRole('button', { name: /^Add / })
  await expect(adds).toHaveCount(15)
  await expectSeen(adds)
  for (let n = 0; n < 11; n++) await adds.first().click()
  await expect(page.getByText('12 of at most 200')).toBeVisible()

  const first = page.locator('.chosen-handle').first()
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Torii in the tide is now number 2 of 12')).toBeAttached()
  await expect(page.locator('.chosen-handle').nth(1)).toBeFocused()
  await dragTo(page, 1, 0)
  await expect(page.locator('.chosen-handle').first()).toHaveAccessibleName('Move Torii in the tide')

  await page.getByLabel('Promo Name').fill('../x')
  await expect(page.getByText('A name is 1 to 80 letters')).toBeVisible()
  await page.getByLabel('Promo Name').fill('Kyoto Autumn')
  await expect(page.getByText('/promo/kyoto-autumn')).toBeVisible()
  await page.getByLabel('Days').fill('2')
  await page.reload()
  await expect(page.getByText('12 of at most 200')).toBeVisible()
  await expect(page.getByLabel('Promo Name')).toHaveValue('Kyoto Autumn')
  await page.getByRole('button', { name: 'Create promo' }).click()
  await expect(theToast(page, 'Promo created.')).toBeVisible()
  const link = await page.getByLabel('Link to share').inputValue()
  expect(link).toBe(`${shop.origin}/promo/kyoto-autumn`)
  const ids = await orderOf(page.request)

  const stranger = await browser.newPage({ hasTouch: true })
  const films = countedFilms(stranger)
  await stranger.goto(link, { waitUntil: 'networkidle' })
  await expect(stranger).toHaveTitle('Get Kyoto Autumn Footages for Free! | Nagare')
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(
    '$840 Worth of Kyoto Autumn Footage – Free for 2 days!',
  )
  expect(await shownIds(stranger)).toEqual(ids)
  await expectSeen(stranger.locator('.tile img'))
  await stranger.locator('.tile').first().click()
  await expectPlaying(stranger, ids[0])
  await stranger.keyboard.press('ArrowRight')
  await expectPlaying(stranger, ids[1])
  await slideArrived(stranger)
  await swipe(stranger, { x: 900, y: 300 }, { x: 300, y: 300 })
  await expectPlaying(stranger, ids[2])
  expect(films.some((url) => url.includes('/media/full/') && url.includes('sig'))).toBe(true)
  await stranger.keyboard.press('Escape')
  await expect(bars(stranger)).toHaveCount(0)

  await stranger.getByRole('button', { name: 'Download All' }).click()
  const saving = stranger.waitForEvent('download')
  const person = await registerInDialog(stranger)
  const download = await saving
  expect(download.suggestedFilename()).toBe('nagare_kyoto-autumn_promo.zip')
  await expectWholePromotion(download, shop.origin)
  await expect(stranger.getByText('12 clips were saved.')).toBeVisible()

  const signed = [...new Set(films.filter((url) => url.includes('/media/full/')))]
  expect(signed.length).toBeGreaterThanOrEqual(12)
  for (const url of signed) expect((await stranger.request.head(url)).status(), url).toBe(200)
  const routes = await routesOf(stranger.request)
  const statusOf = async ([method, path]: readonly [string, string], headers = {}) =>
    (await stranger.request.fetch(path, { method, headers, maxRedirects: 0 })).status()
  const member = await bearer(stranger)
  for (const route of routes) expect(await statusOf(route, member), route.join(' ')).toBeLessThan(400)

  await clock.passDays(2)
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'Oops...' })).toBeVisible()
  await expect(stranger.getByText('Promotion for Free Kyoto Autumn Footages Ended')).toBeVisible()
  for (const page of ['/promo/kyoto-autumn', '/ja/promo/kyoto-autumn'])
    expect((await stranger.request.get(page)).status(), page).toBe(410)
  await signInAs(stranger, person)
  for (const headers of [{}, await bearer(stranger)])
    for (const route of routes) expect(await statusOf(route, headers), route.join(' ')).toBe(410)
  for (const url of signed) expect((await stranger.request.get(url)).status(), url).toBe(403)
  await stranger.getByRole('link', { name: 'See other footages' }).click()
  await expect(stranger).toHaveURL(`${shop.origin}/`)
  await stranger.close()
  expect(clicks).toEqual([])
})

/** The clip is open full screen, and its film plays. */
async function expectPlaying(page: Page, id: number | undefined): Promise<void> {
  await expect.poll(() => openId(page)).toBe(id)
  await expect
    .poll(() => film(page).evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2)
}

/** The zip holds the masters byte by byte, each with a licence. */
async function expectWholePromotion(download: Download, origin: string): Promise<void> {
  const zip = await unzipped(download)
  const manifest = JSON.parse(await zip.file('manifest.json')!.async('string'))
  expect(manifest.clips).toHaveLength(12)
  expect(manifest).toMatchObject({ name: 'Kyoto Autumn', terms: `${origin}/terms`, missing: [] })
  for (const { file, certificate } of manifest.clips) {
    const packed = await zip.file(file)!.async('uint8array')
    expect(hash(packed)).toBe(hash(await readFile(join(LIBRARY, file.replace('nagare_', '')))))
    expect(certificate).toMatch(/\/licence\/[\w-]{16,}$/)
  }
  const licence = await zip.file('licence.txt')!.async('string')
  for (const { licence: code } of manifest.clips) expect(licence).toContain(code)
}

/** Every call that returns part of the promotion. */
async function routesOf(request: APIRequestContext): Promise<(readonly [string, string])[]> {
  const { sources } = await (await request.get('/api/promo/kyoto-autumn')).json()
  return [
    ['GET', '/api/promo/kyoto-autumn'],
    ['POST', '/api/promo/kyoto-autumn/view'],
    ...sources.flatMap(({ id, media }: { id: number; media: { cloudpath: string; video_url: string } }) => {
      const sign = `/api/media-sign-promo?promo=kyoto-autumn&source=${id}&filepath=${media.cloudpath}`
      return [media.video_url, sign, `${sign}&disposition=inline`].map((path) => ['GET', path] as const)
    }),
  ]
}

async function orderOf(request: APIRequestContext): Promise<number[]> {
  const { sources } = await (await request.get('/api/promo/kyoto-autumn')).json()
  expect(sources[0].title).toBe('Torii in the tide')
  return sources.map(({ id }: { id: number }) => id)
}

/** URLs of the media that the page fetches from now on. */
function countedFilms(page: Page): string[] {
  const urls: string[] = []
  page.on('response', (response) => response.url().includes('/media/') && urls.push(response.url()))
  return urls
}

async function dragTo(page: Page, from: number, to: number): Promise<void> {
  const handles = page.locator('.chosen-handle')
  await handles.nth(from).hover()
  await page.mouse.down()
  const box = (await handles.nth(to).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
}
