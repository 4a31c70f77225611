import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { moving } from '../support/moving.ts'
import { expectSeen } from '../support/seen.ts'
import { test } from '../support/shared-tab.ts'
import { expect, test as fresh, idleLater } from '../support/test.ts'

test.use(moving)

async function aClip(
  page: import('@playwright/test').Page,
  query: string,
): Promise<{ id: number; media: Record<string, string> }> {
  const answer = await page.request.get(`/api/medias/search?q=${query}`)
  const { sources } = await answer.json()
  return sources[0]
}

test('a click on a tile opens the clip, and its watermarked film plays and seeks by ranges', async ({
  page,
}) => {
  const ranges: number[] = []
  page.on(
    'response',
    (response) => response.url().includes('/media/watermarked/') && ranges.push(response.status()),
  )
  await page.goto('/')
  const title = (await page.locator('.tile-title').first().textContent()) ?? ''
  await page.locator('.tile').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const video = page.locator('video.clip-player')
  const at = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime)
  await expect.poll(at).toBeGreaterThan(0.3)
  await video.evaluate((element) => {
    ;(element as HTMLVideoElement).currentTime = 4
  })
  await expect.poll(at).toBeGreaterThan(4.2)
  await expectSeen(video)
  expect(ranges.length).toBeGreaterThan(0)
  expect(new Set(ranges)).toEqual(new Set([206]))
})

fresh(
  'the film comes after all that is seen first, in whose place a picture of its own has come at once',
  async ({ page }) => {
    const { id } = await aClip(page, 'fuji')
    await page.goto(`/m/${id}`)
    const video = page.locator('video.clip-player')
    await expect(video).toHaveJSProperty('paused', false)
    // The entry of the film appears when its response ends, maybe after playback starts.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/watermarked/')),
    )
    const { film, picture, loaded } = await page.evaluate(() => {
      const asked = (part: string) =>
        performance.getEntriesByType('resource').find(({ name }) => name.includes(part))?.startTime ??
        Number.NaN
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return {
        film: asked('/watermarked/'),
        picture: asked('/poster/'),
        loaded: navigation?.loadEventStart ?? 0,
      }
    })
    expect(picture).toBeLessThan(loaded)
    expect(film).toBeGreaterThanOrEqual(loaded)
  },
)

test('the film is the watermarked one and loops', async ({ page }) => {
  const { id, media } = await aClip(page, 'fuji')
  await page.goto(`/m/${id}`)
  const video = page.locator('video.clip-player')
  await expect(video.locator('source')).toHaveAttribute('src', media.watermarked_url ?? '')
  await expect(video).toHaveJSProperty('loop', true)
  await expect(video).toContainText('Your browser does not support the video tag.')
})

test('the description has paragraphs, keywords lead to searches, the maker is named, related clips follow', async ({
  page,
}) => {
  const { id } = await aClip(page, 'fuji')
  await page.goto(`/m/${id}`)
  expect(await page.locator('.description p').count()).toBeGreaterThan(1)
  await expect(page.locator('.attribution')).toContainText('Footage by')
  await expect(page.locator('.labels')).toContainText('Made without AI')
  const keyword = page.locator('.pills:not(.labels) .pill').first()
  expect(await keyword.getAttribute('href')).toMatch(/^\/s\//)
  await expectSeen(page.locator('.download-button, .clip-view .like-button'))
  await expect(page.getByRole('heading', { name: 'Related Videos' })).toBeVisible()
  await expectSeen(page.locator('.grid .tile img').first())
  const related = await page
    .locator('.grid .tile')
    .evaluateAll((all) => all.map((tile) => tile.getAttribute('href')))
  expect(related.length).toBeGreaterThan(3)
  expect(related).not.toContain(`/m/${id}`)
})

test('a link leads to the clips that look like it, in both languages, and back', async ({ page }) => {
  const { id } = await aClip(page, 'fuji')
  await page.goto(`/m/${id}`)
  await page.getByRole('link', { name: 'Clips that look like it' }).click()
  await expect(page).toHaveURL(`/m/${id}/similar`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Clips that look like “Mount Fuji')
  const first = page.locator('.grid .tile').first()
  await expect(first).toContainText('Fuji')
  expect(await first.getAttribute('href')).not.toBe(`/m/${id}`)
  await page.goto(`/ja/m/${id}/similar`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('見た目が似ている動画')
  await page.getByRole('link', { name: 'に戻る' }).click()
  await expect(page).toHaveURL(`/ja/m/${id}`)
})

test('link, embed code and number are copied by a click', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await aClip(page, 'fuji')
  await page.goto(`/m/${id}`)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const menu = page.getByRole('region', { name: 'Share' })
  for (const [item, text] of [
    ['Copy link', page.url()],
    ['Copy embed code', `<iframe src="${page.url().replace('/m/', '/embed/')}"`],
  ] as const) {
    await page.getByRole('button', { name: 'Share' }).click()
    await menu.getByRole('button', { name: item }).click()
    await expect.poll(copied).toContain(text)
    await expect(menu).toBeHidden()
  }
  await page.getByRole('button', { name: 'Copy the number' }).click()
  await expect.poll(copied).toBe(String(id))
  await expect(theToast(page, 'The clip’s number is copied.')).toBeVisible()
})

test('a link is copied even by a click that comes before the scripts', LONG, async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await aClip(page, 'fuji')
  const clicked = Promise.withResolvers<void>()
  await page.route('**/ShareMenu.*.js', async (route) => clicked.promise.then(() => route.continue()))
  await page.goto(`/m/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  clicked.resolve()
  await expect(theToast(page, 'The link is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('an editorial clip says so, and explains it on hover, by keyboard and not elsewhere', async ({
  page,
}) => {
  const { id } = await aClip(page, 'shibuya')
  await page.goto(`/m/${id}`, { waitUntil: 'networkidle' })
  const badge = page.getByRole('button', { name: 'Editorial Only' })
  const note = page.getByRole('tooltip')
  await expect(note).toBeHidden()
  await badge.hover()
  await expect(note).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(note).toBeHidden()
  await badge.focus()
  await expect(note).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
  const other = await aClip(page, 'fuji')
  await page.goto(`/m/${other.id}`)
  await expect(page.getByText('Editorial Only')).toHaveCount(0)
})

test('going back returns to the same place in the grid', async ({ page }) => {
  await page.goto('/')
  const tile = page.locator('.tile').nth(20)
  await tile.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await tile.click()
  await expect(page).toHaveURL(/\/m\//)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(before, -2)
})

test.describe('a missing clip', () => {
  test.use({ expectedNoise: /404/ })

  for (const path of ['/m/999999', '/m/abc', '/t/no_such_category', '/nowhere']) {
    test(
      `${path} is a friendly page that keeps the bar`,
      path === '/m/999999' ? {} : LONG,
      async ({ page }) => {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link')).not.toHaveCount(
          1,
        )
        await page.getByRole('link', { name: 'Back to all footage' }).click()
        await expect(page).toHaveURL(/\/$/)
      },
    )
  }
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the film waits for a click', async ({ page }) => {
    const { id } = await aClip(page, 'fuji')
    await page.goto(`/m/${id}`, { waitUntil: 'networkidle' })
    await idleLater(page)
    await expect(page.locator('video.clip-player')).toHaveJSProperty('paused', true)
  })
})

test('a loop is uncovered beside its photograph by keyboard, and a label leads to more such loops', async ({
  page,
}) => {
  const { id } = await aClip(page, 'temple%20garden')
  await page.goto(`/m/${id}`)
  const slider = page.getByRole('slider', { name: 'Uncover the loop' })
  await slider.scrollIntoViewIfNeeded()
  await expect(page.locator('.compare video')).toHaveJSProperty('muted', true)
  await slider.focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')
  const uncovered = () => page.locator('.compare').evaluate((frame) => frame.style.getPropertyValue('--at'))
  await expect.poll(uncovered).toBe('45')
  const still = page.locator('.compare img')
  await expect
    .poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(500)
  await page.getByRole('link', { name: 'Seamless loop' }).click()
  await expect(page).toHaveURL(/\/t\/\w+\?loop=seamless$/)
  await expect(page.locator(`a[href="/m/${id}"]`).first()).toBeVisible()
})
