import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { moving } from '../support/moving.ts'
import { signInAs } from '../support/people.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

const TEXT = 'purple zeppelin'

async function enter(page: Page, who: 'admin' | 'editor', path: string): Promise<void> {
  await page.goto('/healthz')
  await signInAs(page, KNOWN_MEMBERS[who])
  await page.goto(path)
}

/** Opens the page of a search from another IP, and waits until it is reported. */
async function searchFrom(page: Page, visitor: number): Promise<void> {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.100.${visitor}` })
  const told = page.waitForRequest(/api\/activity$/)
  await page.goto(`/s/${TEXT.replaceAll(' ', '-')}`)
  expect((await told).postDataJSON()).toMatchObject({ label: 'SEARCH_SHOWN', meta: { results: 0 } })
}

const noSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test(
  'a vain search of three visitors is shown, wished for, filmed, and saved as a file',
  LONG,
  async ({ page }) => {
    test.slow()
    for (const visitor of [1, 2, 3]) await searchFrom(page, visitor)
    await enter(page, 'editor', '/studio/demand?list=little&days=7')
    const row = page.getByRole('row', { name: TEXT })
    await expect(async () => {
      await page.reload()
      await expect(row).toBeVisible({ timeout: 1500 })
    }).toPass()
    await expect(row.getByRole('cell').first()).toHaveText('3')
    await expect(row.getByRole('link', { name: TEXT })).toHaveAttribute('href', '/s/purple-zeppelin')
    await expectAccessible(page)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toContain(`\r\n${TEXT},3,3,0,`)

    await row.getByRole('button', { name: 'Teach search' }).click()
    await row.getByRole('button', { name: 'We need this' }).click()
    await row.getByRole('link', { name: 'Wanted' }).click()
    const wish = page.getByRole('form', { name: TEXT })
    await wish.getByLabel('Numbers of the clips').fill('1, two')
    await wish.getByRole('button', { name: 'Save' }).click()
    await expect(wish.getByRole('alert')).toHaveText(/numbers of clips that exist/)
    await wish.getByLabel('Numbers of the clips').fill('1')
    await wish.getByLabel('State').selectOption('Filled')
    await wish.getByRole('button', { name: 'Save' }).click()
    await expect(wish.getByText(/Views \d+ · Previews/)).toBeVisible()
    await page.reload()
    await expect(wish.getByLabel('State')).toHaveValue('filled')
    await expectAccessible(page)
    await wish.getByRole('button', { name: 'Remove' }).click()
    await wish.getByRole('button', { name: 'Really remove?' }).click()
    await expect(wish).toBeHidden()
  },
)

test('a word is taught by keyboard, and a stranger finds its clips until it is taken back', async ({
  page,
}) => {
  const strangerReads = async () => {
    await page.goto('/s/zorblaxia')
    return page.getByRole('heading', { level: 1 }).textContent()
  }
  expect(await strangerReads()).toContain('Nothing found')
  await enter(page, 'editor', '/studio/demand?view=rules')
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Teach search' })
  await dialog.getByLabel('Word', { exact: true }).fill('zorblaxia')
  await dialog.getByLabel('Has the same meaning as').fill('temple')
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(dialog.getByText(/Clips after: [1-9]/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Has the same meaning as').press('Enter')
  const row = page.getByRole('row', { name: /zorblaxia is the same as temple/ })
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await expect.poll(strangerReads, { timeout: 3000 }).toContain('Results for')
  await expect(page.locator('.grid-first .tile').first()).toBeVisible()
  await page.goto('/studio/demand?view=rules')
  await row.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row).toBeHidden()
  await expect.poll(strangerReads, { timeout: 3000 }).toContain('Nothing found')
})

test.describe('a refused rule', () => {
  test.use({ expectedNoise: /status of 400|A rule was refused/ })

  test('says why', async ({ page }) => {
    await enter(page, 'editor', '/studio/demand?view=rules')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Teach search' })
    await dialog.getByLabel('Word', { exact: true }).fill('zorblaxia')
    await dialog.getByLabel('Has the same meaning as').fill('Zorblaxias')
    await dialog.getByRole('button', { name: 'Teach' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Search takes both as one word already.')
  })
})

test('clips are pinned in an order of keys', async ({ page }) => {
  await enter(page, 'editor', '/studio/demand?view=rules')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Teach search' })
  await dialog.getByLabel('What to teach').selectOption('Pin clips …')
  await dialog.getByLabel('Word', { exact: true }).fill('quuxberry')
  await dialog.getByLabel('Find clips to pin').fill('temple')
  await dialog.getByLabel('Find clips to pin').press('Enter')
  const found = dialog.getByRole('button', { name: /^Pin / })
  await found.first().click()
  await found.first().click()
  const pins = dialog.getByRole('list').first().getByRole('link')
  const [first, second] = await pins.allTextContents()
  await dialog.getByRole('button', { name: `Move ${second}` }).press('Alt+ArrowUp')
  await expect(pins).toHaveText([second!, first!])
  await expect(dialog.getByText(`${second} is now 1 of 2.`)).toBeAttached()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Clips after: 2')).toBeVisible()
})

test('views and periods are chosen by keyboard, are in the URL, and Back returns to them', async ({
  page,
}) => {
  await enter(page, 'editor', '/studio/demand')
  await page.getByRole('link', { name: 'Demand against stock' }).press('Enter')
  await expect(page).toHaveURL('/studio/demand?view=stock')
  await page.getByRole('radio', { name: '30 days' }).press('ArrowRight')
  await expect(page).toHaveURL('/studio/demand?view=stock&days=90')
  await page.goBack()
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Searches', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test.describe('with movement', () => {
  test.use(moving)

  test('hover previews are reported together when the page is left', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    const tiles = page.locator('.grid-first .tile')
    const ids: (string | undefined)[] = []
    for (const tile of [tiles.nth(0), tiles.nth(1)]) {
      await tile.hover()
      await expect(tile.locator('video.is-playing')).toBeVisible()
      ids.push((await tile.getAttribute('href'))?.split('/').at(-1))
    }
    const told = page.waitForRequest(/api\/activity$/)
    // As when the tab is left; what a page sends while it closes is hidden from the test.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const expected = { label: 'PREVIEWS_PLAYED', meta: { ids: ids.join(' ') } }
    expect((await told).postDataJSON()).toEqual(expected)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('every view fits, in Japanese too', LONG, async ({ page }) => {
    await enter(page, 'editor', '/ja/studio/demand')
    for (const view of [
      '検索',
      '検索に教えたこと',
      '需要と在庫',
      '撮影リスト',
      'クリップの成果',
      '制作者別ダウンロード',
    ]) {
      await page.getByRole('link', { name: view, exact: true }).click()
      await expect(page.getByRole('region', { name: view, exact: true })).not.toContainText('読み込み中')
      expect(await noSideways(page), view).toBe(true)
    }
    await expectAccessible(page)
    await page.goto('/ja/studio')
    await expect(page.getByRole('link', { name: /下書き/ })).toBeVisible()
    expect(await noSideways(page)).toBe(true)
    await expectAccessible(page)
  })
})

test('the admin sees members, money and charts with tables; an editor the library and its queue', async ({
  page,
}) => {
  await enter(page, 'admin', '/studio')
  const figures = page.getByRole('region', { name: 'The shop' })
  await expect(figures.getByRole('link', { name: /New members/ })).toHaveAttribute('href', '/studio/members')
  await expect(page.getByText('Last backup')).toBeVisible()
  await expect(page.getByText('Nothing has failed.')).toBeVisible()
  await figures.getByRole('radio', { name: '90 days' }).check({ force: true })
  await expect(page).toHaveURL('/studio?days=90')
  const chart = page.getByRole('region', { name: 'Downloads', exact: true })
  await expect(chart.locator('canvas')).toBeVisible()
  await chart.getByText('Show as a table').click()
  await expect(chart.getByRole('row')).toHaveCount(91)
  await expectAccessible(page)

  await enter(page, 'editor', '/studio')
  await expect(page.getByRole('link', { name: /Drafts/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The shop' })).toBeHidden()
  await expect(page.getByText('Last backup')).toBeHidden()
})
