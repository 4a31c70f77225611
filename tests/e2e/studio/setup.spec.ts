import type { Page } from '@playwright/test'
import { LONG } from '../support/long.ts'
import { expect, expectAccessible, test as plain } from '../support/test.ts'
import { firstStart } from './first-start.ts'

/** `npm start` in an empty folder: the page of the setup, as the log says it. */
const test = plain.extend<{ setup: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  setup: async ({}, use) => {
    const { setup, close } = await firstStart({ WORKER: 'off' })
    await use(setup)
    await close()
  },
})
test.use({ expectedNoise: /status of (?:40[34]|503)/ })

/** Types into the fields in the order of the tab key. */
async function typeForm(page: Page, texts: readonly (string | undefined)[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.press('Tab')
    if (text === undefined) continue
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
}

test('an empty folder becomes a shop with its own name and look, by the keyboard alone', async ({
  page,
  setup,
}) => {
  const { origin, hash } = new URL(setup)
  const closed = await page.goto(origin)
  expect(closed?.status()).toBe(503)
  await page.getByRole('link', { name: 'Its owner goes on here.' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '日本語' }).focus()
  await typeForm(page, ['wrong', 'Kawa 川', undefined, 'Aoi', 'aoi@example.com', 'nagareru-mizu'])
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is not the code. 4 tries are left.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(hash.slice(1))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Choose the look' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Type' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Back to ours: Type' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Protect the studio' })).toBeFocused()
  await page.getByRole('button', { name: 'Go on' }).press('Enter')
  await page.getByRole('button', { name: 'Send me a test mail' }).press('Enter')
  await expect(page.getByText('SMTP_URL is not set')).toBeVisible()
  await expectAccessible(page)
  for (const title of ['Sell memberships', 'Add your first files', 'Your shop is open']) {
    await page.getByRole('button', { name: 'Go on' }).press('Enter')
    await expect(page.getByRole('heading', { name: title })).toBeFocused()
  }
  await page.getByRole('link', { name: 'Go to the studio' }).press('Enter')

  const left = page.getByRole('region', { name: 'Still to do' })
  await expect(left.getByRole('listitem')).toHaveCount(4)
  await expect(left.getByRole('link', { name: 'Add your first files' })).toBeVisible()
  await expectAccessible(page)
  await left.getByRole('button', { name: 'Not needed: Sell memberships' }).press('Enter')
  await expect(left.getByRole('listitem')).toHaveCount(3)

  await page.goto(`${origin}/`)
  await expect(page.getByRole('link', { name: 'Kawa 川, home' })).toBeVisible()
  await expect(page.locator('h1')).toHaveCSS('font-family', /Shippori/)
  expect((await page.goto(`${origin}/setup`))?.status()).toBe(404)
})

test(
  'a Japanese shop is set up in Japanese, and who comes second is told',
  LONG,
  async ({ page, setup, browser }) => {
    const other = await browser.newPage()
    await other.goto(setup)
    await page.goto(setup)
    await page.getByRole('link', { name: '日本語' }).click()
    const field = (name: string) => page.getByRole('textbox', { name })
    await expect(field('コード')).toHaveValue(new URL(setup).hash.slice(1))
    await page.setViewportSize({ width: 360, height: 740 })
    await field('ショップの名前').fill('川の店')
    await page.getByRole('combobox', { name: 'ショップの言語' }).selectOption('日本語のみ')
    await field('お名前').fill('佐藤葵')
    await field('メールアドレス').fill('aoi@example.com')
    await field('パスワード').fill('nagareru-mizu')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'ショップを開く' }).click()
    await expect(page.getByRole('heading', { name: '見た目を選ぶ' })).toBeFocused()
    await expectAccessible(page)

    await other.getByRole('textbox', { name: 'Your name' }).fill('Ren')
    await other.getByRole('textbox', { name: 'E-mail' }).fill('ren@example.com')
    await other.getByRole('textbox', { name: 'Password' }).fill('nagareru-mizu')
    await other.getByRole('button', { name: 'Open the shop' }).click()
    await expect(other.getByRole('heading', { name: 'The shop is set up already' })).toBeVisible()
    await other.close()

    // A setup that was left goes on in the studio.
    await page.goto(`${new URL(setup).origin}/ja/studio`)
    await expect(page.getByRole('region', { name: '残りの設定' }).getByRole('listitem')).toHaveCount(5)
    // Pages follow within two seconds.
    await expect(async () => {
      await page.goto(new URL(setup).origin)
      expect(page.url()).toMatch(/\/ja$/)
    }).toPass({ timeout: 5_000 })
    await expect(page.getByRole('link', { name: /川の店/ }).first()).toBeVisible()
  },
)
