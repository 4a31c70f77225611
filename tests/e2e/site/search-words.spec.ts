import { searchPath } from '#domain/address/search-path.ts'
import { LONG } from '../support/long.ts'
import { test } from '../support/shared-tab.ts'
import { expect, test as fresh } from '../support/test.ts'

const marks = '.grid .tile-title mark'

test('the words of a search are marked in the titles, whole words only', async ({ page }) => {
  await page.goto('/s/temple-RAIN')
  const title = page.locator('.tile-title', { hasText: 'Hydrangeas' }).first()
  await expect(title.locator('mark')).toHaveText(['Rain', 'Temple'])
  await page.goto('/ja/s/%E9%9B%A8')
  await expect(page.locator(marks).first()).toHaveText('雨')
  await page.goto('/')
  await expect(page.locator('.grid .tile-title').first()).toBeAttached()
  await expect(page.locator(marks)).toHaveCount(0)
})

test('pages that load on scrolling are marked like the first', async ({ page }) => {
  await page.goto(`${searchPath('rain | fuji')}?sort=newest`, { waitUntil: 'networkidle' })
  await page.locator('.grid-first > li').nth(-12).scrollIntoViewIfNeeded()
  await expect(page.locator('.grid-section .tile-title mark').first()).toHaveText(/rain|fuji/i)
})

test('a result that is opened is counted with its search, other tiles are not', async ({ page }) => {
  const clicks: { label: string; meta: object }[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/activity')) return
    const activity = request.postDataJSON()
    if (activity.label === 'RESULT_CLICK') clicks.push(activity)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('.grid .tile').first().click()
  await expect(page).toHaveURL(/\/m\/\d+$/)
  await page.goto('/ja/s/%E9%9B%A8', { waitUntil: 'networkidle' })
  await page.locator('.grid .tile').first().click()
  await expect(page).toHaveURL(/\/ja\/m\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  expect(clicks).toEqual([{ label: 'RESULT_CLICK', meta: { path: '/ja/s/%E9%9B%A8', id } }])
})

fresh('who asks not to be tracked is not counted', LONG, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  let counted = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/activity')) counted++
  })
  await page.goto('/s/rain', { waitUntil: 'networkidle' })
  await page.locator('.grid .tile').first().click()
  await expect(page).toHaveURL(/\/m\/\d+$/)
  expect(counted).toBe(0)
})
