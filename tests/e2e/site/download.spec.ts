import type { Page } from '@playwright/test'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, countedClicks, freeMember, logInInDialog, signedIn } from '../support/members.ts'
import { moving } from '../support/moving.ts'
import { test } from '../support/shared-tab.ts'
import { expect, test as fresh, layoutShift } from '../support/test.ts'

test.use(moving)

const UPGRADE = 'Please upgrade to download the video. Opening the upgrade page.'

const player = (page: Page) => page.locator('video.clip-player')
const currentSrc = (page: Page) =>
  player(page).evaluate((video) => new URL((video as HTMLVideoElement).currentSrc, location.href).pathname)
const position = (page: Page) => player(page).evaluate((video) => (video as HTMLVideoElement).currentTime)
const downloadButton = (page: Page) => page.locator('.download-button')

async function openClip(page: Page, query = 'fuji') {
  const clip = await aClip(page.request, query)
  await page.goto(`/m/${clip.id}`, { waitUntil: 'networkidle' })
  return clip
}

for (const { name, script, button } of [
  { name: 'downloads', script: /\/DownloadButton\.[^/]+\.js$/, button: '.download-button' },
  { name: 'likes', script: /\/LikeButton\.[^/]+\.js$/, button: '.clip-view .like-button' },
])
  test(
    `who ${name} before hydration is asked to sign in right after it`,
    name === 'likes' ? LONG : {},
    async ({ page }) => {
      const { promise: clicked, resolve: goOn } = Promise.withResolvers<void>()
      await page.route(script, async (route) => {
        await clicked
        await route.continue()
      })
      const clip = await aClip(page.request, 'fuji')
      const held = page.waitForRequest(script)
      await page.goto(`/m/${clip.id}`)
      await held
      await page.locator(button).click()
      goOn()
      await expect(theDialog(page)).toBeVisible()
    },
  )

test.describe('a free member', () => {
  // There may be no page of prices yet.
  test.use({ expectedNoise: /404/ })

  test('sees the watermarked film and how to get the clean one', async ({ page }) => {
    await freeMember(page)
    const { media } = await openClip(page)
    await expect(downloadButton(page)).toHaveAccessibleName('Upgrade to download')
    await expect(downloadButton(page).locator('[data-icon="lock"]')).toBeVisible()
    await expect(page.getByText('Upgrade to gain fullaccess to every HD video.')).toBeVisible()
    await expect.poll(() => currentSrc(page)).toBe(media.watermarked_url)
  })

  fresh(
    'sees an upgrade message for five seconds, and after three one page of prices opens',
    async ({ page, context }) => {
      const clicks = countedClicks(page)
      await freeMember(page)
      await openClip(page)
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 10_000)
      for (let n = 0; n < 3; n++) await downloadButton(page).click()
      await page.clock.runFor(500)
      const toast = theToast(page, UPGRADE).first()
      const link = toast.getByRole('link', { name: 'Open pricing' })
      await expect(link).toHaveAttribute('href', '/pricing')
      await expect(link).toHaveAttribute('target', '_blank')
      expect(context.pages()).toHaveLength(1)
      const opened = context.waitForEvent('page')
      await page.clock.runFor(3_000)
      await expect(await opened).toHaveURL(/\/pricing$/)
      await expect(toast).toBeVisible()
      await page.clock.runFor(6_000)
      await expect(theToast(page, UPGRADE)).toHaveCount(0)
      expect(context.pages()).toHaveLength(2)
      expect(new Set(clicks)).toEqual(new Set(['DOWNLOAD_CLICK']))
      expect(page.url()).toContain('/m/')
    },
  )

  test('is not asked to pay after becoming a member elsewhere', LONG, async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.pro)
    await page.evaluate(() => {
      const record = JSON.parse(localStorage.getItem('auth') ?? '{}')
      localStorage.setItem('auth', JSON.stringify({ ...record, membership: 'free' }))
    })
    await openClip(page)
    await expect(downloadButton(page)).toHaveAccessibleName('Upgrade to download')
    const saved = page.waitForEvent('download')
    await downloadButton(page).click()
    await saved
    await expect(theToast(page, UPGRADE)).toBeHidden()
    await expect(downloadButton(page)).toHaveAccessibleName('Download')
  })
})

test.describe('signed out', () => {
  test.use({ expectedNoise: /404/ })

  test('Download asks a paying member to sign in, and then saves the film', async ({ page }) => {
    const { media } = await openClip(page)
    await downloadButton(page).click()
    const saved = page.waitForEvent('download')
    await logInInDialog(page, KNOWN_MEMBERS.pro)
    expect((await saved).suggestedFilename()).toBe(`nagare_${media.file_name}`)
    await expect.poll(() => currentSrc(page)).not.toBe(media.watermarked_url)
  })
})

test('for a member the clean film plays, and is saved under its name with a licence', async ({ page }) => {
  const clicks = countedClicks(page)
  const watermarked: string[] = []
  page.on('request', (request) => request.url().includes('/watermarked/') && watermarked.push(request.url()))
  await signedIn(page, KNOWN_MEMBERS.pro)
  const { media } = await openClip(page)
  await expect.poll(() => currentSrc(page)).toMatch(/^\/(api\/medias\/\d+\/video|media\/full\/)/)
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await expect(player(page)).toHaveJSProperty('videoWidth', media.width)
  expect(watermarked).toEqual([])
  const saved = page.waitForEvent('download')
  await downloadButton(page).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe(`nagare_${media.file_name}`)
  expect(await download.failure()).toBeNull()
  const toast = theToast(page, 'Your download has started.')
  await toast.getByRole('link', { name: 'See your licence' }).click()
  await expect(page).toHaveURL(/\/licence\/[\w-]+$/)
  await expect(page.locator('.certificate')).toContainText(KNOWN_MEMBERS.pro.name)
  expect(clicks).toEqual(['DOWNLOAD_CLICK'])
})

fresh('nothing moves when it becomes known who looks', LONG, async ({ page }) => {
  for (const member of [KNOWN_MEMBERS.pro, undefined]) {
    await (member ? signedIn(page, member) : freeMember(page))
    // So that no font comes later than the text that it shows.
    await openClip(page)
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await openClip(page)
      await expect(page.locator('.download')).toHaveAttribute('data-known', 'true')
      expect(await layoutShift(page), `at ${width} px`).toBeLessThan(0.01)
    }
  }
})

test.describe('when the film’s link has expired', () => {
  test.use({ expectedNoise: /Failed to load resource|403/ })

  test('it is renewed, and the film continues at the same position', async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.pro)
    await openClip(page)
    await expect.poll(() => position(page)).toBeGreaterThan(0.2)
    let asked = 0
    page.on('request', (request) => {
      if (/\/api\/medias\/\d+\/video/.test(request.url())) asked += 1
    })
    await player(page).evaluate((element) => {
      const video = element as HTMLVideoElement
      video.pause()
      video.currentTime = 3
    })
    // As a browser does when the link has expired.
    await player(page).evaluate((video) => video.dispatchEvent(new Event('error')))
    await expect.poll(() => asked).toBeGreaterThan(0)
    await expect.poll(() => currentSrc(page)).toMatch(/video|full/)
    await expect.poll(() => position(page)).toBeCloseTo(3, 0)
    await expect(player(page)).toHaveJSProperty('paused', true)
  })
})

test.describe('when the right was lost meanwhile', () => {
  test.use({ expectedNoise: /Failed to load resource|full film cannot be shown/ })

  test('the watermarked film comes back, and requests stop', LONG, async ({ page }) => {
    let asked = 0
    await page.route(/\/api\/medias\/\d+\/video/, (route) => {
      asked += 1
      return route.fulfill({ status: 403, json: { status: 'UPGRADE_REQUIRED', message: '', request_id: '' } })
    })
    await signedIn(page, KNOWN_MEMBERS.pro)
    const { media } = await openClip(page)
    await expect.poll(() => currentSrc(page)).toBe(media.watermarked_url)
    await expect.poll(() => position(page)).toBeGreaterThan(0.2)
    expect(asked).toBeLessThanOrEqual(4)
  })
})

test.describe('when a download cannot be signed', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be started/ })

  test('a message says so, and a retry works', async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.pro)
    await openClip(page)
    await page.route('**/api/media-sign**', (route) => route.abort())
    await downloadButton(page).click()
    await expect(theToast(page, 'The download could not be started. Please try again.').first()).toBeVisible()
    await page.unroute('**/api/media-sign**')
    const saved = page.waitForEvent('download')
    await downloadButton(page).click()
    await saved
  })
})

test('signing out in another tab puts the watermark back', LONG, async ({ page, context }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  const { media } = await openClip(page)
  await expect.poll(() => currentSrc(page)).not.toBe(media.watermarked_url)
  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => currentSrc(page)).toBe(media.watermarked_url)
  await expect(downloadButton(page)).toHaveAccessibleName('Download')
})

test('by keyboard alone a film is saved and its licence opened', LONG, async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  await openClip(page)
  await downloadButton(page).focus()
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await saved
  await page.getByRole('link', { name: 'See your licence' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/licence\//)
})
