import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { spawnModule } from '../../support/children/child.ts'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { bearer } from '../support/members.ts'
import { signInAs } from '../support/people.ts'
import { test as sharedTab } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

const test = sharedTab.extend<{ shop: { origin: string } }>({
  shop: [async ({ shared }, use) => use(await shared.get('library shop', openShop)), { timeout: 120_000 }],
  baseURL: async ({ shop }, use) => use(shop.origin),
})

async function openShop() {
  const { process: child, lines } = spawnModule(
    new URL('../../support/children/library-shop-child.ts', import.meta.url),
    [],
  )
  const { value: origin } = await lines.next()
  if (!origin) throw new Error('The shop did not open')
  return {
    origin: origin as string,
    async close() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

// The clips have no pictures.
test.use({ expectedNoise: /Failed to load resource/ })

const list = (page: Page) => page.getByRole('grid')
const rows = (page: Page) => list(page).locator('[data-index]')
const bar = (page: Page) => page.getByRole('region', { name: 'What to do with the selected clips' })
const progress = (page: Page) => page.getByRole('region', { name: 'The last change of many clips' })

async function openLibrary(page: Page, query = ''): Promise<void> {
  await page.goto('/healthz')
  await signInAs(page, KNOWN_MEMBERS.admin)
  await page.goto(`/studio/library${query}`)
  await expect(rows(page).first()).toContainText('Quiet')
}

/** Selects a clip of the former list while the next one loads: it must not stay selected. */
async function selectWhileListChanges(page: Page): Promise<void> {
  const { promise: chosen, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/library\?.*state=published/, async (route) => {
    await chosen
    await route.continue()
  })
  await page.getByRole('button', { name: /^Published/ }).click()
  await expect(page).toHaveURL(/\?state=published$/)
  await list(page).focus()
  await page.keyboard.press('Space')
  await expect(bar(page).getByRole('status')).toHaveText('1 clip selected')
  letGo()
  await expect(bar(page)).toBeHidden()
}

test('clips are filtered, selected across pages by keyboard, changed after a preview, and restored by undo', async ({
  page,
}) => {
  await openLibrary(page)
  await expect(page.getByRole('button', { name: /^Drafts/ })).toHaveText('Drafts40')
  await selectWhileListChanges(page)
  await page.keyboard.press('Space')
  // It goes as far as rows are loaded.
  await expect(async () => {
    await page.keyboard.press('Shift+PageDown')
    await expect(bar(page).getByRole('status')).toHaveText('200 clips selected', { timeout: 50 })
  }).toPass({ intervals: [20] })
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(list(page).locator('[aria-selected=true]')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page).getByRole('status')).toHaveText('200 clips selected')
  await expectAccessible(page)

  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Keywords of 200 clips' })
  await dialog.getByLabel('Keywords', { exact: true }).fill('bird, wader')
  await expect(dialog.getByText('200 clips change')).toBeVisible()
  await expect(dialog.locator('tbody mark').first()).toHaveText('wader')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change 200 clips' }).click()
  await expect(progress(page)).toContainText('200 clips were changed.', { timeout: 60_000 })
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('wader')
  await expect(page).toHaveURL(/q=wader/)
  await expect(rows(page).first()).toContainText('Quiet')
  await progress(page).getByRole('button', { name: 'Undo' }).click()
  await expect(progress(page)).toContainText('200 clips are as before.', { timeout: 60_000 })
  await expect(page.getByText('No clip fits these filters.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?state=published$/)
  await expect(rows(page).first()).toContainText('Quiet')
})

test('selected clips are added to a set, and go to the trash and back', LONG, async ({ page }) => {
  await openLibrary(page, '?state=published')
  const data = { curated_name: 'Birds', source_ids: [1] }
  const made = await page.request.post('/api/curated', { headers: await bearer(page), data })
  expect(made.status()).toBe(201)
  await list(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await bar(page).getByRole('button', { name: 'Add to a set…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Set' })).toHaveText('Birds')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('2 clips added to Birds.')).toBeVisible()
  const { sources } = await (await page.request.get('/api/curated/birds')).json()
  expect(sources).toHaveLength(3)

  await bar(page).getByRole('button', { name: 'Move to the trash' }).click()
  await dialog.getByRole('button', { name: 'Move 2 clips to the trash' }).click()
  await expect(progress(page)).toContainText('2 clips were changed.', { timeout: 60_000 })
  await page.getByRole('button', { name: /^Trash/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await expectAccessible(page)
  await list(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await bar(page).getByRole('button', { name: 'Restore' }).click()
  await dialog.getByRole('button', { name: 'Restore 2 clips' }).click()
  await expect(page.getByText('No clip fits these filters.')).toBeVisible({ timeout: 60_000 })
})

test('complete drafts are published by a shortcut, and visitors find them', async ({ page }) => {
  const lists: string[] = []
  page.on('request', (request) => /\/api\/studio\/library\?/.test(request.url()) && lists.push(request.url()))
  await openLibrary(page, '?state=draft&sort=title')
  expect(lists, 'each list is fetched once').toHaveLength(new Set(lists).size)
  await list(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page).getByRole('status')).toHaveText('40 clips selected')
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Publish 40 clips?' })
  await expect(dialog).toContainText('20 where AI yes or no is not said')
  await dialog.getByRole('button', { name: 'Publish 20 clips' }).click()
  await expect(progress(page)).toContainText('20 clips were changed.', { timeout: 60_000 })
  await expect(page.getByRole('button', { name: /^Drafts/ })).toHaveText('Drafts20')
  await expect(async () => {
    const answer = await page.request.get('/api/medias/search?q=quiet%20egret%20and%20bird&sort=newest')
    const { sources } = await answer.json()
    expect(sources.length).toBeGreaterThan(0)
  }).toPass({ timeout: 20_000 })
})

test(
  'scheduled clips stand below their days, and files of one name show their folders',
  LONG,
  async ({ page }) => {
    await openLibrary(page)
    await page.route(/library\?.*state=scheduled/, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace('scheduled', 'draft') })
      const { rows: drafts } = await response.json()
      const times = ['2027-03-01T03:00:00.000Z', '2027-03-01T04:00:00.000Z', '2027-03-02T03:00:00.000Z']
      const some = times.map((publish_at, n) => ({ ...drafts[n], publish_at, folder: `shoot/${n}` }))
      return route.fulfill({ response, json: { rows: some, next: null } })
    })
    await page.getByRole('button', { name: /^Scheduled/ }).click()
    await expect(page).toHaveURL(/\?state=scheduled$/)
    await expect(list(page).getByRole('gridcell', { name: /^March/ })).toHaveText([
      'March 1, 2027',
      'March 2, 2027',
    ])
    await expect(rows(page).first()).toContainText('shoot/0/')
    await expect(rows(page).first().locator('.library-cell-state')).toHaveText('Scheduled03:00')
    const [day, second] = [page.getByText('March 2, 2027'), rows(page).nth(1)]
    const [dayBox, rowBox] = [await day.boundingBox(), await second.boundingBox()]
    expect(dayBox!.y).toBeGreaterThanOrEqual(rowBox!.y + rowBox!.height - 1)
    await expectAccessible(page)
  },
)

test.describe('on a phone, in Japanese', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('clips are cards with boxes, and a filter is removed', LONG, async ({ page }) => {
    await openLibrary(page)
    await page.goto('/ja/studio/library?category=sea&view=table')
    await expect(rows(page).first()).toContainText('静かな鳥')
    await rows(page).first().getByRole('checkbox').click()
    await expect(page.getByText('1件を選択中')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page)
    await page.getByRole('button', { name: '絞り込みをすべて外す' }).click()
    await expect(page).toHaveURL(/\/ja\/studio\/library$/)
    await page.getByRole('button', { name: '一覧', exact: true }).click()
    await expect(list(page).getByRole('gridcell').first()).toContainText('静かな鳥')
    await expectAccessible(page)
  })
})
