import { searchPath } from '#domain/address/search-path.ts'
import { LONG } from '../support/long.ts'
import { expectSeen } from '../support/seen.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible, test as fresh } from '../support/test.ts'

const tiles = '.grid-first .tile'

test('京都 and "temple rain" show the right clips first', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search footage' })
  await box.fill('京都')
  await box.press('Enter')
  await expect(page).toHaveURL(`/s/${encodeURIComponent('京都')}`)
  await expect(page.locator(tiles).first()).toContainText('Kyoto')
  await box.fill('temple rain')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/s/temple-rain')
  await expect(page.locator(tiles).first()).toContainText(/rain/i)
})

test('a typo of one letter is corrected, and the page says what it searched', async ({ page }) => {
  await page.goto('/s/templle')
  await expect(page.getByText('Nothing matches “templle”.')).toBeVisible()
  await expect(page.locator(tiles).first()).toBeVisible()
})

test('filters narrow the list, are in the URL, show as chips and can be removed', async ({ page }) => {
  await page.goto('/s/night')
  const all = (await page.locator('.list-heading p').textContent()) ?? ''
  const button = page.getByRole('button', { name: 'Orientation' })
  await button.click()
  const [menu, opener] = [await page.locator('#filter-orientation').boundingBox(), await button.boundingBox()]
  expect(menu?.x).toBeCloseTo(opener?.x ?? -1, 0)
  expect(Math.abs((menu?.y ?? 0) - (opener?.y ?? 0) - (opener?.height ?? 0))).toBeLessThan(10)
  const portrait = page.getByRole('link', { name: /^Portrait/ })
  const promised = (await portrait.textContent())?.match(/\d+/)?.[0]
  await portrait.click()
  await expect(page).toHaveURL('/s/night?orientation=portrait')
  await expect(page.locator('.list-heading p')).toHaveText(new RegExp(`^${promised} clips?$`))
  expect(Number(promised)).toBeGreaterThan(0)
  await expectSeen(page.locator('.grid-first img').first())
  const shapes = await page
    .locator('.grid-first img')
    .evaluateAll((all) =>
      all.map((image) =>
        Math.sign(Number(image.getAttribute('height')) - Number(image.getAttribute('width'))),
      ),
    )
  expect(new Set(shapes)).toEqual(new Set([1]))
  await page.reload()
  await page.getByRole('link', { name: 'Remove filter: Portrait' }).click()
  await expect(page).toHaveURL('/s/night')
  await expect(page.locator('.list-heading p')).toHaveText(all)
})

test('clips are found by a colour of the menu and by any other, beside the other filters', async ({
  page,
}) => {
  await page.goto('/s/night?orientation=portrait')
  await page.getByRole('button', { name: 'Colour' }).click()
  const blue = page.locator('#filter-colour').getByRole('link', { name: /^Blue/ })
  const promised = (await blue.textContent())?.match(/\d+/)?.[0]
  expect(Number(promised)).toBeGreaterThan(0)
  await blue.click()
  await expect(page).toHaveURL('/s/night?orientation=portrait&colour=blue')
  await expect(page.locator('.list-heading p')).toHaveText(new RegExp(`^${promised} clips?$`))
  await page.getByRole('button', { name: 'Colour' }).click()
  await page.getByLabel('Another colour').fill('#14233f')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL('/s/night?orientation=portrait&colour=%2314233f')
  await expect(page.locator(tiles).first()).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter: #14233f' }).click()
  await expect(page).toHaveURL('/s/night?orientation=portrait')
})

test('filters work by keyboard alone and without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.NAGARE_URL })
  const page = await context.newPage()
  await page.goto('/s/night')
  await page.getByRole('button', { name: 'Licence' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/s/night?license_type=editorial')
  await context.close()
})

fresh('suggestions complete what is typed, by keyboard, one request for a pause', async ({ page }) => {
  await page.clock.install()
  await page.goto('/', { waitUntil: 'networkidle' })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/suggestions') && asked.push(request.url()))
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const box = page.getByRole('combobox')
  await box.pressSequentially('temp')
  await page.clock.runFor(200)
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  expect(asked).toHaveLength(1)
  await page.clock.resume()
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(options.first()).toBeHidden()
  await page.keyboard.press('ArrowDown')
  const href = await options.first().getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(href ?? '')
})

test('a search without results says so and offers alternatives', async ({ page }) => {
  await page.goto('/s/zzzzqqqq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing found for “zzzzqqqq”')
  await expect(page.locator('.notice a').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Popular clips' })).toBeVisible()
  await expect(page.locator('.grid-first a').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Tell us what you looked for' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('I looked for “zzzzqqqq”.')
  await expect(page.getByLabel('What is it about?')).toHaveValue('feedback')
})

test('close clips have a heading of what they lack, exact ones come first, and the counts tell them apart', async ({
  page,
}) => {
  for (const [path, count, heading] of [
    ['/s/kyoto-temple-penguin', /^No clip has all of it · \d+ close$/, 'Close: without “penguin”'],
    ['/s/pagoda-mist-103', /^\d clips? (has|have) all of it · \d+ close$/, 'Close: without “103”'],
    [
      '/ja/s/%E4%BA%AC%E9%83%BD-%E5%AF%BA-%E3%83%9A%E3%83%B3%E3%82%AE%E3%83%B3',
      /^すべてに合う動画はありません · 近い動画 \d+本$/,
      '近い動画：「ペンギン」を除く',
    ],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('.list-heading p')).toHaveText(count)
    await expect(page.locator('.grid-heading h2').first()).toHaveText(heading)
    await expectAccessible(page)
    const exact = Number((await page.locator('.list-heading p').textContent())!.match(/^\d+/)?.[0] ?? 0)
    expect(
      await page
        .locator('.grid-first > li')
        .evaluateAll((all) => all.findIndex((li) => li.matches('.grid-heading'))),
    ).toBe(exact)
  }
})

test('the typed text stays: on Enter again, after reloading, going back and in Japanese', async ({
  page,
}) => {
  const text = 'rain? 24/7 & 50% #1 a:b ？＆／ 🌸 "heavy rain" -snow'
  const shown = () => expect(page.getByRole('combobox')).toHaveValue(text)
  await page.goto('/')
  await page.getByRole('combobox').fill(text)
  await page.getByRole('combobox').press('Enter')
  await shown()
  await page.getByRole('combobox').press('Enter')
  await expect(page).toHaveURL(searchPath(text))
  await shown()
  await page.getByRole('link', { name: '日本語' }).first().click()
  await expect(page).toHaveURL(`/ja${searchPath(text)}`)
  await shown()
  await page.goBack()
  await page.reload()
  await shown()
})

test.describe('an invalid term', () => {
  test.use({ expectedNoise: /40[04]/ })

  for (const path of ['/s/%ED%A0%80', '/s/%E0%A4%A']) {
    test(`${path} is a friendly page`, async ({ page }) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page has drifted away')
    })
  }
})

test('a long run of Japanese breaks its heading into lines', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto(`/ja/s/${encodeURIComponent('東京'.repeat(100))}`)
  const heading = page.getByRole('heading', { level: 1 })
  const overhang = () => heading.evaluate((h1) => h1.getBoundingClientRect().right - innerWidth)
  expect(await overhang()).toBeLessThanOrEqual(0)
})

test('a very long word fits a phone', async ({ page }) => {
  const width = 360
  await page.setViewportSize({ width, height: 800 })
  const word = 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu'.repeat(
    2,
  )
  for (const text of [word, `temple ${word}`]) {
    await page.goto(searchPath(text))
    await expect(page.getByRole('main')).toContainText(word)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), text).toBeLessThanOrEqual(width)
  }
})

test('a category has its title, its clips and its filters', async ({ page }) => {
  await page.goto('/')
  const link = page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(1)
  const href = (await link.getAttribute('href')) ?? ''
  await link.click()
  await expect(page).toHaveURL(href)
  const words = href.replace('/t/', '').split('_')
  const title = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('button', { name: 'Sort: Most popular' }).click()
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL(`${href}?sort=newest`)
  await expect(page.locator(tiles).first()).toBeVisible()
})

test('axe finds nothing on results with a menu open', async ({ page }) => {
  await page.goto('/s/night?orientation=landscape', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Length' }).click()
  await expectAccessible(page)
})
