import { boardsTexts } from '#i18n/boards/texts.ts'
import { theDialog } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember } from '../support/members.ts'
import { expectSeen } from '../support/seen.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

const en = boardsTexts('en')
const ja = boardsTexts('ja')

test('a clip is collected by keyboard, noted, and shown by a link until it ends', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await freeMember(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  const tile = page.locator('.grid-first > li').nth(1)
  const title = (await tile.locator('.tile-title').textContent()) ?? ''
  await tile.locator('.tile').focus()
  const plus = tile.getByRole('button', { name: `${en.addTo}: ${title}` })
  await expectSeen(plus)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(plus).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = theDialog(page)
  await dialog.getByLabel(en.newName).fill('Opening titles')
  await page.keyboard.press('Enter')
  const choice = dialog.getByRole('checkbox', { name: 'Opening titles' })
  await expect(choice).toBeChecked()
  await expectAccessible(page)
  await choice.press('Space')
  await expect(choice).not.toBeChecked()
  await choice.press('Space')
  await expect(choice).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(plus).toBeFocused()

  await page.goto('/collections', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Opening titles' }).click()
  const note = page.getByLabel(en.note(title))
  await note.fill('For the last shot')
  const noted = page.waitForResponse((response) => response.request().method() === 'PUT')
  await note.blur()
  expect((await noted).status()).toBe(204)
  await page.getByRole('button', { name: en.makeLink }).click()
  await page.getByLabel(en.showsNotes).click()
  await expect(page.getByLabel(en.showsNotes)).toBeChecked()
  await expectAccessible(page)
  const link = await page.getByLabel(en.link, { exact: true }).inputValue()

  const context = await browser.newContext()
  const client = await context.newPage()
  await client.goto(link)
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('Opening titles')
  await expect(client.getByText('For the last shot')).toBeVisible()
  await expectSeen(client.getByRole('link', { name: en.open(title) }))
  await page.getByRole('button', { name: en.endLink }).click()
  await expect(page.getByRole('button', { name: en.makeLink })).toBeVisible()
  await client.reload()
  await expect(client.getByRole('heading', { name: en.gone })).toBeVisible()
  await context.close()
})

test(
  'a Japanese phone collects on the clip’s page, orders by keyboard and deletes',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await freeMember(page)
    await page.goto('/ja', { waitUntil: 'networkidle' })
    for (const at of [0, 1]) {
      await page.goto('/ja', { waitUntil: 'networkidle' })
      await page.locator('.grid-first .tile').nth(at).click()
      await page.getByRole('button', { name: ja.addTo, exact: true }).click()
      const dialog = theDialog(page)
      if (at === 0) {
        await dialog.getByLabel(ja.newName).fill('京都の朝')
        await dialog.getByRole('button', { name: ja.addNew }).click()
      } else await dialog.getByRole('checkbox', { name: '京都の朝' }).click()
      await expect(dialog.getByRole('checkbox', { name: '京都の朝' })).toBeChecked()
    }
    await page.goto('/ja/collections', { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: '京都の朝' }).click()
    const titles = page.locator('.board-title')
    await expect(titles).toHaveCount(2)
    const [first, second] = await titles.allTextContents()
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.locator('.board-handle').first().press('ArrowRight')
    await saved
    await page.reload({ waitUntil: 'networkidle' })
    await expect(titles).toHaveText([second!, first!])
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByRole('button', { name: ja.delete }).click()
    await theDialog(page).getByRole('button', { name: ja.confirm }).click()
    await expect(page.getByText(ja.empty)).toBeVisible()
  },
)
