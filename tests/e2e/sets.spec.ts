import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Download, Page } from '@playwright/test'
import JSZip from 'jszip'
import { theDialog, theToast } from './dialog.ts'
import { bearer, countedClicks, freeMember, registerInDialog } from './members.ts'
import { signInAs } from './people.ts'
import { signInAsKnown, test } from './set-shop.ts'
import { expect, expectAccessible, layoutShift } from './test.ts'

const LIBRARY = join(import.meta.dirname, '../../demo/library')
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bars = (page: Page) => page.locator('.yarl__portal')
const film = (page: Page) => page.locator('.yarl__slide_current video')
const openId = (page: Page) => Number(/#clip-(\d+)$/.exec(page.url())?.[1])
let made = 0

interface MadeSet {
  path: string
  ids: number[]
}

/** As the admin makes it, without the builder. */
async function aSet(page: Page, kind: 'promo' | 'curated', { clips = 4, days = 3 } = {}): Promise<MadeSet> {
  await signInAsKnown(page, 'admin')
  const headers = await bearer(page)
  const ids = (await allClips(page.request)).slice(0, clips)
  const name = `${kind} ${process.pid} ${++made}`
  const data =
    kind === 'promo'
      ? { promo_name: name, source_ids: ids, expires_in_days: days }
      : { curated_name: name, source_ids: ids }
  const answer = await page.request.post(`/api/${kind}`, { headers, data })
  expect(answer.status()).toBe(201)
  await page.evaluate(() => localStorage.clear())
  return { path: new URL((await answer.json()).url).pathname, ids }
}

async function allClips(request: APIRequestContext): Promise<number[]> {
  const { sources } = await (await request.get('/api/medias/search?q=')).json()
  return sources.map(({ id }: { id: number }) => id)
}

async function unzipped(download: Download) {
  return JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true })
}

test('a promotion: built, opened by a stranger, played, taken away whole, and over when its time is up', async ({
  page,
  browser,
  shop,
  clock,
}) => {
  test.setTimeout(120_000)
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
  await stranger.locator('.tile').first().click()
  await expectPlaying(stranger, ids[0])
  await stranger.keyboard.press('ArrowRight')
  await expectPlaying(stranger, ids[1])
  await stranger.waitForTimeout(600)
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

/** The clip is shown full screen, and its film moves. */
async function expectPlaying(page: Page, id: number | undefined): Promise<void> {
  await expect.poll(() => openId(page)).toBe(id)
  await expect
    .poll(() => film(page).evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2)
}

/** Its films are those of the library byte by byte, each with a licence. */
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

/** Every call that gives something of the promotion. */
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

const shownIds = (page: Page) =>
  page
    .locator('.tile')
    .evaluateAll((tiles) => tiles.map((tile) => Number((tile as HTMLElement).dataset.clip)))

/** Addresses of the films that the page fetches. */
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
  await page.keyboard.press('ArrowRight')
  await page.waitForTimeout(700)
  expect(openId(page)).toBe(ids[3])
  await expect(page.locator('.yarl__navigation_prev, .yarl__navigation_next')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bars(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(tile).toBeFocused()
})

test('full screen: a deep link opens its clip, the back button closes it, the backdrop too', async ({
  page,
}) => {
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
})

test('full screen: the numbers and the plugins of the specification', async ({ page }) => {
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
  // Two are kept ready on each side.
  expect(await page.locator('.yarl__slide').count()).toBe(5)
  const { width, height } = (await video.boundingBox())!
  expect(width / height).toBeCloseTo(16 / 9, 1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Play slideshow' }).click()
  expect(await video.evaluate((v: HTMLVideoElement) => v.loop)).toBe(false)
  const before = openId(page)
  await video.evaluate((v: HTMLVideoElement) => {
    v.currentTime = v.duration - 0.2
  })
  await expect.poll(() => openId(page), { timeout: 15_000 }).not.toBe(before)
})

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('full screen: a swipe goes on, a pull closes', async ({ page }) => {
    const { path, ids } = await aSet(page, 'promo')
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.locator('.tile').first().tap()
    await expect(film(page)).toBeVisible()
    await swipe(page, { x: 300, y: 300 }, { x: 60, y: 300 })
    await expect.poll(() => openId(page)).toBe(ids[1])
    await page.waitForTimeout(600)
    await swipe(page, { x: 200, y: 250 }, { x: 200, y: 620 })
    await expect(bars(page)).toHaveCount(0)
  })

  test('clips in the making are reordered by finger', async ({ page }) => {
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

interface Point {
  x: number
  y: number
}

/** A finger that is moved over the glass. */
async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  for (let step = 1; step <= 8; step++) {
    const at = (a: number, b: number) => a + ((b - a) * step) / 8
    await touch('touchMove', [{ x: at(from.x, to.x), y: at(from.y, to.y) }])
    await page.waitForTimeout(16)
  }
  await touch('touchEnd', [])
}

test('while the page is open the time runs out, hour by hour, to the end', async ({ page }) => {
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

test('a curated set plays with its watermark, and in full for who has paid', async ({ page }) => {
  const { path, ids } = await aSet(page, 'curated')
  await page.goto(`${path}#clip-${ids[0]}`, { waitUntil: 'networkidle' })
  await expect(page.getByText(/^Curated Curated \d+ \d+ footage only for you$/)).toBeVisible()
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

test('a free member who wants a curated set is told what it takes; a paid one gets it', async ({ page }) => {
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

test.describe('where films do not come', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be|net::ERR/ })

  test('they are named at the end, and can be tried again', async ({ page }) => {
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

  test('a taken name is told, and the work stays', async ({ page }) => {
    const { path } = await aSet(page, 'curated')
    await signInAsKnown(page, 'pro')
    await page.goto('/curated-make', { waitUntil: 'networkidle' })
    await page.locator('.results').getByRole('button', { name: /^Add / }).first().click()
    await page.getByLabel('Curated Name').fill(path.replace('/curated/', ''))
    await page.getByRole('button', { name: 'Create curated' }).click()
    const toast = theToast(page, 'Error creating curated.')
    await expect(toast).toContainText('This name is taken. Please choose another.')
    await expect(page.getByLabel('Curated Name')).toBeFocused()
    await expect(page.getByText('1 of at most 200')).toBeVisible()
  })
})

test.describe('where sets cannot be made', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be made/ })

  test('bad names and too many clips are told in words, and of two who make the same one is told', async ({
    page,
    context,
  }) => {
    await signInAsKnown(page, 'admin')
    await openBuilder(page)
    const failed = theToast(page, 'Error creating promo.').first()
    for (const bad of ['../x', 'a'.repeat(81), '🌸', 'Kyoto 🌸']) {
      await page.getByLabel('Promo Name').fill(bad)
      await page.getByRole('button', { name: 'Create promo' }).click()
      await expect(failed).toContainText('A name is 1 to 80 letters')
      await expect(page.getByLabel('Promo Name')).toHaveAttribute('aria-invalid', 'true')
    }
    const other = await context.newPage()
    await openBuilder(other)
    const name = `京都の秋 ${process.pid} ${++made}`
    for (const each of [page, other]) await each.getByLabel('Promo Name').fill(name)
    await Promise.all([page, other].map((each) => each.getByRole('button', { name: 'Create promo' }).click()))
    const links = () => Promise.all([page, other].map((each) => each.getByLabel('Link to share').count()))
    await expect.poll(async () => (await links()).toSorted()).toEqual([0, 1])
    const [winner, loser] = (await links())[0] === 1 ? [page, other] : [other, page]
    await expect(loser.getByText('This name is taken. Please choose another.').first()).toBeVisible()
    const link = await winner.getByLabel('Link to share').inputValue()
    await winner.goto(link)
    await expect(winner.getByRole('heading', { level: 1 })).toContainText('京都の秋')
    await expect(winner.locator('.tile')).toHaveCount(1)

    await loser.evaluate(() => {
      const draft = JSON.parse(sessionStorage.getItem('set-draft-promo') ?? '')
      const clips = Array.from({ length: 200 }, (_, n) => ({ ...draft.clips[0], id: 1_000_000 + n }))
      sessionStorage.setItem('set-draft-promo', JSON.stringify({ ...draft, clips }))
    })
    await loser.reload()
    await expect(loser.getByText('200 of at most 200')).toBeVisible()
    await loser.locator('.results').getByRole('button', { name: /^Add / }).first().click()
    await expect(theToast(loser, 'A set holds at most 200 clips.')).toBeVisible()
    await loser.getByLabel('Promo Name').fill(`${name} 2`)
    await loser.getByRole('button', { name: 'Create promo' }).click()
    await expect(theToast(loser, 'Some of these clips are not in the catalogue any more')).toBeVisible()
    const unmade = `/api/promo/${encodeURIComponent(`${name} 2`)}`
    expect((await loser.request.get(unmade)).status()).toBe(404)
  })
})

/** With one clip chosen. */
async function openBuilder(page: Page): Promise<void> {
  await page.goto('/promo-make', { waitUntil: 'networkidle' })
  await page.locator('.results').getByRole('button', { name: /^Add / }).first().click()
  await expect(page.getByText('1 of at most 200')).toBeVisible()
}

test.describe('where one tries to make a promotion shorter', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be changed/ })

  test('the admin sees how sets do, extends a promotion and ends it', async ({ page }) => {
    const { path } = await aSet(page, 'promo', { days: 3 })
    await page.goto(path, { waitUntil: 'networkidle' })
    await signInAsKnown(page, 'admin')
    await page.goto('/admin/sets', { waitUntil: 'networkidle' })
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${path}"]`) })
    await expect(row.getByRole('cell').nth(1)).toHaveText('1')
    await row.getByRole('button', { name: /^Extend/ }).click()
    const dialog = theDialog(page)
    await dialog.getByLabel('Days').fill('2')
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await expect(dialog.getByText('It lasts longer than that already.')).toBeVisible()
    await dialog.getByLabel('Days').fill('30')
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await expect(theToast(page, /It lasts until/)).toBeVisible()
    await expectAccessible(page)
    await row.getByRole('button', { name: /^End/ }).click()
    await theDialog(page).getByRole('button', { name: 'End it now' }).click()
    await expect(theToast(page, 'The promotion has ended.')).toBeVisible()
    await expect(page.locator(`a[href="${path}"]`)).toHaveCount(0)
    expect((await page.request.get(path)).status()).toBe(410)
  })
})

test('the admin takes a clip out after a question, and nobody else can', async ({ page }) => {
  const { path, ids } = await aSet(page, 'promo')
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await signInAsKnown(page, 'pro')
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await signInAsKnown(page, 'admin')
  await page.goto(path, { waitUntil: 'networkidle' })
  const remove = page.getByRole('button', { name: /^Remove / })
  await expect(remove).toHaveCount(4)
  await remove.nth(1).click()
  await theDialog(page).getByRole('button', { name: 'Keep it' }).click()
  await expect(page.locator('.tile')).toHaveCount(4)
  await remove.nth(1).click()
  await theDialog(page).getByRole('button', { name: 'Remove clip' }).click()
  await expect(page.locator('.tile')).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$210 Worth')
  const left = ids.filter((id) => id !== ids[1])
  expect(await shownIds(page)).toEqual(left)
  const gaps = await page.locator('.grid-first > li').evaluateAll((cells) => {
    const right = Math.max(...cells.map((cell) => cell.getBoundingClientRect().right))
    return Math.abs(right - cells[0]!.parentElement!.getBoundingClientRect().right)
  })
  expect(gaps).toBeLessThan(2)
  // A kept page is forgotten within seconds of the change.
  await expect(async () => {
    await page.reload()
    expect(await shownIds(page)).toEqual(left)
  }).toPass({ timeout: 5_000 })
})

test('who may not build is told politely, who is not signed in is asked to', async ({ page }) => {
  for (const path of ['/promo-make', '/curated-make', '/admin/sets']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click()
  await registerInDialog(page)
  await expect(theToast(page, 'Register successful.')).toBeVisible()
  for (const path of ['/promo-make', '/curated-make', '/admin/sets']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: 'This is not for you, sorry' })).toBeVisible()
  }
  await signInAsKnown(page, 'pro')
  await page.goto('/curated-make', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Photos adding' })).toBeVisible()
})

test('axe finds nothing on the pages of sets, and nothing moves', async ({ page }) => {
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

test('a set says of itself what others show of a link', async ({ page }) => {
  const { path } = await aSet(page, 'promo')
  await page.goto(path)
  const content = (property: string) =>
    page.locator(`meta[property="${property}"], meta[name="${property}"]`).getAttribute('content')
  expect(await content('og:title')).toMatch(/^Get Promo \d+ \d+ Footages for Free!$/)
  expect(await content('og:description')).toContain('4 looping clips in full HD')
  const image = await content('og:image')
  expect((await page.request.get(image!)).headers()['content-type']).toMatch(/^image\//)
  expect(await content('og:locale')).toMatch(/^en/)
  await page.goto(`/ja${path}`)
  expect(await content('og:title')).toMatch(/^Promo \d+ \d+の映像を無料で/)
  expect(await content('og:description')).toContain('4本')
  expect(await content('og:locale')).toBe('ja_JP')
})
