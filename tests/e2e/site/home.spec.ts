import type { Page, Request } from '@playwright/test'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { LONG } from '../support/long.ts'
import { moving } from '../support/moving.ts'
import { scrollUntil } from '../support/scroll-until.ts'
import { expectSeen } from '../support/seen.ts'
import { test } from '../support/shared-tab.ts'
import { expect, framesLater, test as fresh, layoutShift } from '../support/test.ts'

test.use(moving)

const tiles = '.tile'
const preview = 'video.tile-preview'

test('the grid paints with its thumbnails, the headline and the mission', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Nagare | Scale Your Vision, Not Your Budget.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible()
  await expect(page.locator('.grid-first .tile')).toHaveCount(40)
  await expect
    .poll(() =>
      page
        .locator('.grid-first img')
        .evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(40)
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await expectSeen(page.locator('.grid-first > li:nth-child(-n + 8) img'))
})

test('rows are justified at every width: they fill the container and come close to the target height', async ({
  page,
}) => {
  await page.goto('/')
  for (const width of IN_LONG_TEST ? [320, 360, 500, 768, 1000, 1280, 1920] : [320, 768, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const { rows, container } = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.grid-first > li')].map((cell) =>
        cell.getBoundingClientRect(),
      )
      const byTop = Map.groupBy(boxes, ({ top }) => Math.round(top))
      const container = document.querySelector('.grid-first')?.getBoundingClientRect().width ?? 0
      const rows = [...byTop.values()].map((row) => ({
        width: (row.at(-1)?.right ?? 0) - (row[0]?.left ?? 0),
        height: row[0]?.height ?? 0,
        uneven: Math.max(...row.map(({ height }) => height)) - Math.min(...row.map(({ height }) => height)),
      }))
      return { rows, container }
    })
    for (const row of rows) {
      expect(Math.abs(row.width - container), `row of ${row.width} in ${container} at ${width}`).toBeLessThan(
        1,
      )
      expect(row.uneven).toBeLessThan(1)
      expect(row.height).toBeGreaterThan(120)
      expect(row.height).toBeLessThan(560)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

fresh('nothing moves while the page loads', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(await layoutShift(page)).toBeLessThan(0.01)
})

test('a resting pointer plays a tile’s preview, and leaving drops the download', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const tile = page.locator(tiles).first()
  await tile.hover()
  await expect(page.locator(`${preview}.is-playing`)).toHaveCount(1)
  await expect
    .poll(() => page.locator(preview).evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0.2)
  expect(
    await page
      .locator(preview)
      .evaluate((video) => (video as HTMLVideoElement).muted && (video as HTMLVideoElement).loop),
  ).toBe(true)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(page.locator(preview)).toHaveCount(0)
})

test('the page of a tile under the pointer is fetched before the click, by the browser’s own rules', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const asked = page.waitForRequest((request) => request.headers()['sec-purpose'] === 'prefetch')
  await page.locator(tiles).nth(1).hover()
  await (await (await asked).response())?.finished()
  await page.locator(tiles).nth(1).click()
  await expect(page).toHaveURL(/\/m\//)
  const arrived = () =>
    page.evaluate(
      () =>
        (performance.getEntriesByType('navigation')[0] as unknown as { deliveryType: string }).deliveryType,
    )
  expect(await arrived()).toBe('navigational-prefetch')
})

fresh(
  'a preview that is left while it is fetched stops the download, not only the picture',
  LONG,
  async ({ page }) => {
    await page.goto('/')
    // Never answered, so only the browser can end the request.
    await page.route('**/media/preview/**', () => {})
    const asked: Request[] = []
    page.on('request', (request) => request.url().includes('/media/preview/') && asked.push(request))
    // Before the grid listens, it misses the pointer.
    await expect(async () => {
      await page.getByRole('heading', { level: 1 }).hover()
      await page.locator(tiles).first().hover()
      await expect.poll(() => asked.length, { timeout: 1000 }).toBeGreaterThan(0)
    }).toPass()
    const request = asked.at(-1)
    const ended = page.waitForEvent('requestfailed', (failed) => failed === request)
    await page.getByRole('heading', { level: 1 }).hover()
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED')
  },
)

fresh('a pointer that only passes over tiles fetches nothing', LONG, async ({ page }) => {
  await page.clock.install()
  await page.goto('/', { waitUntil: 'networkidle' })
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('/media/preview/') && fetched.push(request.url()))
  await page.clock.pauseAt(Date.now() + HOUR_MS)
  for (const index of [0, 1, 2]) {
    await page.locator(tiles).nth(index).hover()
    await page.clock.runFor(140)
  }
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(1000)
  expect(fetched).toEqual([])
  await page.locator(tiles).first().hover()
  await page.clock.runFor(160)
  await expect.poll(() => fetched).not.toEqual([])
})

test.describe('with reduced motion', () => {
  fresh.use({ contextOptions: { reducedMotion: 'reduce' } })

  fresh('no preview plays', LONG, async ({ page }) => {
    await page.clock.install()
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.locator(tiles).first().hover()
    await page.clock.runFor(1000)
    await expect(page.locator(preview)).toHaveCount(0)
  })
})

test.describe('when a preview is broken', () => {
  fresh.use({ expectedNoise: /Failed to load resource/ })

  fresh('it is asked for once and never again', LONG, async ({ page }) => {
    await page.clock.install()
    let asked = 0
    await page.route('**/media/preview/**', (route) => {
      asked += 1
      return route.fulfill({ status: 404, body: '' })
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    const tile = page.locator(tiles).first()
    const broken = await tile.getAttribute('data-preview')
    const refused = page.waitForResponse(`**${broken}`)
    await tile.hover()
    await page.clock.runFor(1000)
    await refused
    await framesLater(page)
    const after = asked
    await page.getByRole('heading', { level: 1 }).hover()
    await tile.hover()
    await page.clock.runFor(1000)
    await framesLater(page)
    expect(asked).toBe(after)
    await page.locator(`${tiles}:not([data-preview="${broken}"])`).first().hover()
    await page.clock.runFor(1000)
    await expect.poll(() => asked).toBeGreaterThan(after)
  })
})

test('scrolling brings every clip once, section by section, and says when there are no more', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator('.grid-first .tile')).toHaveCount(40)
  await scrollUntil(page, page.getByText('You have seen them all.'))
  const links = await page
    .locator('.grid .tile')
    .evaluateAll((all) => all.map((tile) => tile.getAttribute('href')))
  expect(links.length).toBe(130)
  expect(new Set(links).size).toBe(130)
})

for (const size of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test.describe(`${size.width} px wide`, size.width > 360 ? LONG : {}, () => {
    fresh.use({ viewport: size })

    fresh('nothing in view moves when a page arrives after a fast scroll', async ({ page }) => {
      await flingHome(page)
      const more = page.getByRole('button', { name: 'More clips' })
      await expect(more).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeInViewport()
      expect(await layoutShift(page)).toBeLessThan(0.02)
      await more.press('Enter')
      await expect(page.locator('.grid-section')).toHaveCount(1)
    })

    fresh('a page that waits comes once the end of the list is below the window', async ({ page }) => {
      await flingHome(page)
      await expect(page.getByRole('button', { name: 'More clips' })).toBeVisible()
      await page.locator('.grid-first .tile').first().scrollIntoViewIfNeeded()
      await expect(page.locator('.grid-section')).not.toHaveCount(0)
      expect(await layoutShift(page)).toBeLessThan(0.02)
    })
  })

test('a narrow tile gives its title all its width', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const { title, tile } = await page.evaluate(() => {
    const widths = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().width)
    const tiles = widths('.tile')
    const narrowest = tiles.indexOf(Math.min(...tiles))
    return { tile: tiles[narrowest]!, title: widths('.tile-title')[narrowest]! }
  })
  expect(tile).toBeLessThan(176)
  expect(title).toBeGreaterThan(tile - 26)
})

/** Scrolls the home page to its end before the answer with the next clips is there. */
async function flingHome(page: Page): Promise<void> {
  const asked = Promise.withResolvers<() => void>()
  await page.route('**/api/medias/search**', (route) => asked.resolve(() => void route.continue()))
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.evaluate(scrollToEnd)
  const go = await asked.promise
  const answered = page.waitForResponse('**/api/medias/search**')
  go()
  await (await answered).finished()
}

/** Runs in the page: a fling to the end, a window a frame. */
function scrollToEnd(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(function step() {
      const before = scrollY
      scrollBy({ top: innerHeight, behavior: 'instant' })
      if (scrollY > before) requestAnimationFrame(step)
      else resolve()
    })
  })
}

test.describe('when the next page cannot be fetched', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be fetched/ })

  test('a message says so and offers a retry', async ({ page }) => {
    await page.route('**/api/medias/search**', (route) => route.abort())
    await page.goto('/')
    await page.locator('.grid-foot').scrollIntoViewIfNeeded()
    await expect(page.getByText('Error fetching clips.')).toBeVisible()
    await page.unroute('**/api/medias/search**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectSeen(page.locator('.grid-section .tile img').first())
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the grid, its thumbnails and a link to further clips are there', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('.grid-first img').first()).toHaveJSProperty('complete', true)
    await expectSeen(page.locator('.grid-first img').first())
    expect((await page.locator('.grid-first > li').first().boundingBox())?.width).toBeGreaterThan(200)
    await page.getByRole('link', { name: 'More clips' }).click()
    await expect(page).toHaveURL(/offset=40/)
    await expect(page.locator('.grid-first .tile')).toHaveCount(40)
  })
})

test('every tile is reached by keyboard, with a visible focus, and Enter opens it', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator(tiles).first().focus()
  for (let n = 1; n < 5; n++) {
    await page.keyboard.press('Tab')
    await expect(page.locator('.tile-like').nth(n - 1)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator(tiles).nth(n)).toBeFocused()
  }
  expect(
    await page
      .locator(tiles)
      .nth(4)
      .evaluate((tile) => getComputedStyle(tile).outlineStyle),
  ).toBe('solid')
  const href = await page.locator(tiles).nth(4).getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${href}$`))
})

test('the category bar marks the current category and stays when its refresh fails', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Categories' })
  await expect(bar.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
  const second = bar.getByRole('link').nth(1)
  const name = (await second.textContent()) ?? ''
  await second.click()
  await expect(page).toHaveURL(/\/t\//)
  await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
})
