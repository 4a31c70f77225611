import type { Page } from '@playwright/test'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { aClip, bearer, freeMember, mailedLink, signedIn } from '../support/members.ts'
import { aPerson } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible, test as fresh, layoutShift } from '../support/test.ts'
import { englishLeft, linksToEnglish } from './english-left.ts'

/** `{clip}` becomes the id of a clip. The crawl (site.spec.ts) reads the other pages. */
const PUBLIC = '/ja /ja/m/{clip} /ja/s/rain /ja/pricing /ja/reset-password'.split(' ')
const OWN = ['/ja/account', '/ja/curated-make']

async function open(page: Page, path: string) {
  const id = path.includes('{clip}') ? (await aClip(page.request, 'fuji')).id : 0
  return page.goto(path.replace('{clip}', String(id)), { waitUntil: 'networkidle' })
}

/** One headline, and no word or link in English. */
async function expectJapanese(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u)
  expect(await englishLeft(page)).toEqual([])
  expect(await linksToEnglish(page)).toEqual([])
}

for (const path of PUBLIC)
  test(`${path} is Japanese throughout, and so are its links`, async ({ page }) => {
    const answer = await open(page, path)
    expect(answer?.status()).toBe(200)
    await expectJapanese(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

for (const path of OWN)
  test(`${path} is Japanese when signed in, too`, async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.admin)
    await open(page, path)
    await expectJapanese(page)
  })

test.describe('when there is nothing', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('an unknown address says so in Japanese', async ({ page }) => {
    const answer = await page.goto('/ja/nowhere', { waitUntil: 'networkidle' })
    expect(answer?.status()).toBe(404)
    await expectJapanese(page)
  })
})

test('the other language is one link away, with search and filters, and so is the way back', async ({
  page,
}) => {
  await page.goto('/s/temple-rain?orientation=landscape&sort=newest&utm_source=mail#content', {
    waitUntil: 'networkidle',
  })
  const links = page.locator('a[data-language]')
  for (const link of await links.all()) await expect(link).toHaveAttribute('hreflang', 'ja')
  await links.first().click()
  await expect(page).toHaveURL(
    /\/ja\/s\/temple-rain\?orientation=landscape&sort=newest&utm_source=mail#content$/,
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('「temple rain」の検索結果')
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/localhost:\d+\/s\/temple-rain\?/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “temple rain”')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the language link keeps the filters, and the search form its language', async ({ page }) => {
    await page.goto('/s/rain?sort=newest')
    await page.getByRole('banner').getByRole('link', { name: '日本語' }).click()
    await expect(page).toHaveURL(/\/ja\/s\/rain\?sort=newest$/)
    await page.getByRole('banner').getByRole('combobox').fill('古都 雨')
    await page.getByRole('banner').getByRole('button', { name: '検索' }).click()
    await expect(page).toHaveURL(`/ja/s/${encodeURIComponent('古都-雨')}`)
  })
})

test.describe('for a browser that prefers Japanese', () => {
  fresh.use({ locale: 'ja-JP', viewport: { width: 360, height: 740 } })

  fresh('the home page offers Japanese in a line, until it is closed', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    const offer = page.getByRole('main').getByRole('link', { name: '日本語で見る' })
    await expect(offer).toHaveAttribute('href', '/ja')
    expect(await layoutShift(page)).toBeLessThan(0.01)
    await page.getByRole('button', { name: '閉じる' }).click()
    await expect(offer).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Japan, in motion')
    await expect(offer).toBeHidden()
  })
})

test('no other browser sees the offer, and phones show the other language as a word', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await expect(page.getByText('日本語で見る')).toBeHidden()
  await expect(page.getByRole('banner').getByText('日本語')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the landing pages link to each other, with the key, even before hydration', LONG, async ({ page }) => {
  const awake = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', (route) => awake.promise.then(() => route.continue()))
  await page.goto('/promo-signup?k=keyofthetesters2#faq', { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: '日本語' }).click()
  await expect(page).toHaveURL(/\/promo-signup-jp\?k=keyofthetesters2#faq$/)
  awake.resolve()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await page.getByRole('banner').getByRole('link', { name: 'Nagare' }).click()
  await expect(page).toHaveURL(/\/ja$/)
})

test('search, suggestions and tiles stay in Japanese', async ({ page }) => {
  await page.goto('/ja', { waitUntil: 'networkidle' })
  const box = page.getByRole('combobox', { name: '動画素材を検索' })
  await box.pressSequentially('寺')
  await expect(page.getByRole('option').first()).toHaveAttribute('href', /^\/ja\//)
  await box.press('Enter')
  await expect(page).toHaveURL(/\/ja\/s\//)
  await page.locator('.tile').first().click()
  await expect(page).toHaveURL(/\/ja\/m\/\d+$/)
  await expect(page.locator('.description')).toHaveText(/[ぁ-ん]/)
})

test('a like asks to sign up in Japanese, and mails follow in it', async ({ page }) => {
  await page.goto('/ja', { waitUntil: 'networkidle' })
  const heart = page.locator('[data-like]').nth(1)
  await heart.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('アカウントを作成')
  expect(await englishLeft(page)).toEqual([])
  expect(await linksToEnglish(page)).toEqual([])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '新規登録' }).click()
  await expect(dialog.getByText('すべての項目をご入力ください。').first()).toBeVisible()
  const { name, email, password } = aPerson()
  await dialog.locator('[name=name]').fill(name)
  await dialog.locator('[name=email]').fill(email)
  await dialog.locator('[name=password]').fill(password)
  await dialog.locator('[type=submit]').click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(await englishLeft(page)).toEqual([])
  const link = await mailedLink(email, '/verify-email')
  expect(new URL(link).pathname).toBe('/ja/verify-email')
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText('確認')
})

test(
  'signing out leads to the Japanese home page, and nobody else sees the account',
  LONG,
  async ({ page }) => {
    await freeMember(page)
    await page.goto('/ja/account', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
    await expect(page).toHaveURL(/\/ja$/)
    await page.goto('/ja/account')
    await expect(page).toHaveURL(/\/ja$/)
  },
)

test('a promotion and a curated set are shown in Japanese', LONG, async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.admin)
  const { id } = await aClip(page.request, 'fuji')
  const headers = await bearer(page)
  const name = `haru ${Date.now()}`
  const data = { promo_name: name, curated_name: name, source_ids: [id] }
  for (const kind of ['promo', 'curated']) {
    expect((await page.request.post(`/api/${kind}`, { headers, data })).status()).toBe(201)
    await page.goto(`/ja/${kind}/${name.replace(' ', '-')}`, { waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    expect(await englishLeft(page)).toEqual([])
    expect(await linksToEnglish(page)).toEqual([])
    await page.locator('.tile').first().click()
    await expect(page.locator('.yarl__root')).toBeVisible()
    expect(await englishLeft(page)).toEqual([])
  }
})
