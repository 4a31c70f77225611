import type { Page } from '@playwright/test'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, bearer, signedIn } from '../support/members.ts'
import { test } from '../support/own-shop.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { EVERYWHERE, whereSeen } from './where-seen.ts'

const saved = (page: Page) => page.locator('.clip-saved')
const title = (page: Page) => page.getByRole('textbox', { name: 'Title in English' })
const titleJa = (page: Page) => page.getByRole('textbox', { name: 'Title in Japanese' })
/** A hidden clip, opened by an editor. */
async function aHiddenClip(page: Page, query: string): Promise<number> {
  await signedIn(page, KNOWN_MEMBERS.editor)
  const { id } = await aClip(page.request, query)
  const headers = await bearer(page)
  const { version } = await (await page.request.get(`/api/studio/clips/${id}`, { headers })).json()
  await page.request.post(`/api/studio/clips/${id}/hide`, { headers, data: { version } })
  return id
}

// A conflict of two editors shows as the status of an answer.
test.use({ expectedNoise: /status of 409/ })

test(
  'an editor describes a clip by keyboard in both languages, and visitors see it appear and disappear within seconds',
  LONG,
  async ({ page, context }) => {
    const id = await aHiddenClip(page, 'temple garden')
    await page.goto(`/studio/clip/${id}`)
    await title(page).fill('Zyzzyva peak')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zyzzyva peak')
    await expect(page).toHaveTitle(/^Zyzzyva peak – Studio/)
    // A copy of the other language's title is not a title.
    await titleJa(page).fill('Zyzzyva peak')
    await expect(saved(page)).toHaveText('Saved')
    await page.reload()
    await expect(titleJa(page)).toHaveValue('')
    await expect(titleJa(page)).toHaveAttribute('placeholder', 'Zyzzyva peak')
    await title(page).focus()
    await page.keyboard.press('Tab')
    await expect(titleJa(page)).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('珍しい峰')
    await expect(saved(page)).toContainText('Saved')

    // Keywords: typed, suggested, pasted, taken back.
    const keywords = page.getByRole('combobox', { name: 'Keywords in English' })
    const chips = page.getByRole('list', { name: 'Keywords in English' }).getByRole('listitem')
    const before = await chips.count()
    await keywords.focus()
    await page.keyboard.type('volcano,')
    await expect(chips).toHaveCount(before + 1)
    await keywords.press('Enter')
    await expect(page.getByText('0 keywords are added.')).toHaveCount(0)
    await keywords.fill('Volcano')
    await keywords.press('Enter')
    await expect(page.getByText('These keywords are there already.')).toBeAttached()
    await page.keyboard.type('templ')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(chips.last()).toContainText(/^templ/)
    await page.keyboard.press('Backspace')
    await expect(chips).toHaveCount(before + 1)
    await page.getByRole('button', { name: /^Add .+, for volcano$/ }).press('Enter')
    await expect(page.getByRole('list', { name: 'Keywords in Japanese' })).toContainText('火山')
    await title(page).focus()
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('list', { name: 'Keywords in Japanese' })).not.toContainText('火山')
    await page.keyboard.press('Control+Shift+Z')
    await expect(page.getByRole('list', { name: 'Keywords in Japanese' })).toContainText('火山')
    await expect(saved(page)).toContainText('Saved')
    await expectAccessible(page)

    // Another tab changes another field, then the same one.
    const other = await context.newPage()
    // It learns of others' changes only when it saves.
    await other.route('**/version', (route) => route.abort())
    await other.goto(`/studio/clip/${id}`)
    await title(other).fill('Zyzzyva summit')
    await expect(saved(other)).toContainText('Saved')
    await page.getByRole('textbox', { name: 'Attribution' }).fill('Aoi')
    await expect(saved(page)).toContainText('Somebody else has changed: Title in English.')
    await expect(title(page)).toHaveValue('Zyzzyva summit')
    await other.getByRole('textbox', { name: 'Attribution' }).fill('Mio')
    const conflict = other.getByRole('alert', { name: 'Two of you changed the same thing' })
    await expect(conflict).toContainText('Aoi')
    await expectAccessible(other)
    await conflict.getByRole('button', { name: /^Keep yours/ }).click()
    await expect(saved(other)).toContainText('Saved')
    await expect(page.getByRole('textbox', { name: 'Attribution' })).toHaveValue('Mio')
    await other.close()

    const panel = page.getByRole('region', { name: 'Publishing' })
    const license = page.getByRole('textbox', { name: 'Licence', exact: true })
    await license.fill('')
    await expect(panel.getByText('a licence')).toBeVisible()
    await license.fill('Nagare Standard License')
    await page.getByRole('radio', { name: 'Yes' }).check()
    await expect(saved(page)).toContainText('Saved')
    await panel.getByRole('button', { name: 'Show again' }).press('Enter')
    await theDialog(page).getByRole('button', { name: 'Show again' }).press('Enter')
    await expect(theToast(page, 'The clip is published.')).toBeVisible()
    await expect(async () => {
      expect(await whereSeen(page.request, id, 'Zyzzyva')).toEqual(EVERYWHERE)
    }).toPass({ timeout: 20_000, intervals: [500] })
    expect(await (await page.request.get(`/m/${id}`)).text()).toMatch(/Made with AI<\/dt>\s*<dd[^>]*>Yes/)
    expect(await (await page.request.get(`/ja/m/${id}`)).text()).toContain('珍しい峰')

    await panel.getByRole('button', { name: 'Hide' }).click()
    await theDialog(page).getByRole('button', { name: 'Hide' }).click()
    await expect(page.locator('.clip-state')).toHaveText('Hidden')
    await expect(async () => {
      expect(await whereSeen(page.request, id, 'Zyzzyva')).toEqual([])
    }).toPass({ timeout: 20_000, intervals: [500] })
  },
)

test.describe('on a phone, in Japanese, without a network', () => {
  test.use({ viewport: { width: 360, height: 740 }, expectedNoise: /Failed to load resource|ERR_/ })

  test(
    'what is typed waits in the tab and is saved when the network is back',
    LONG,
    async ({ page, context }) => {
      const id = await aHiddenClip(page, 'fuji')
      await page.goto(`/ja/studio/clip/${id}`)
      const name = page.getByRole('textbox', { name: 'タイトル（日本語）' })
      await expect(page.getByRole('radio', { name: /^0.2秒$/ })).toBeEnabled()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await expectAccessible(page)
      await context.setOffline(true)
      await name.fill('富士の夜明け')
      await expect(saved(page)).toContainText('未保存')
      await context.setOffline(false)
      await expect(saved(page)).toHaveText('保存しました')
      await page.reload()
      await expect(name).toHaveValue('富士の夜明け')
      await page.getByRole('button', { name: 'ゴミ箱に移動…' }).click()
      await theDialog(page).getByRole('button', { name: 'ゴミ箱に移動' }).click()
      await expect(page.getByText('ゴミ箱に入っています。')).toBeVisible()
      await expect(page.getByRole('button', { name: '完全に削除…' })).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('button', { name: '復元' }).click()
      await expect(theToast(page, 'クリップを復元しました。')).toBeVisible()
      await expect(page.getByRole('button', { name: 'ゴミ箱に移動…' })).toBeVisible()
    },
  )
})

test(
  'an editor sets the centre of crops on the poster or by keyboard, and both crops show it',
  LONG,
  async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.editor)
    const { id } = await aClip(page.request, 'fuji')
    await page.goto(`/studio/clip/${id}`)
    const crops = page.locator('.clip-crops')
    const [poster, vertical] = [crops.locator('img').first(), crops.locator('img').nth(1)]
    const place = () => vertical.evaluate((picture) => getComputedStyle(picture).objectPosition)
    await expect.poll(place).toBe('50% 50%')
    await poster.scrollIntoViewIfNeeded()
    await expect(poster).toHaveJSProperty('complete', true)
    const { width, height } = (await poster.boundingBox())!
    await poster.click({ position: { x: width - 2, y: height / 2 } })
    await expect.poll(place).toBe('100% 50%')
    const across = crops.getByRole('slider', { name: 'Centre of crops, left to right' })
    await across.focus()
    await page.keyboard.press('Home')
    await expect.poll(place).toBe('0% 50%')
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowRight')
    await expect(saved(page)).toHaveText('Saved')
    await page.reload()
    await expect(across).toHaveValue('0.3')
    await crops.getByRole('button', { name: 'The middle' }).click()
    await expect.poll(place).toBe('50% 50%')
    await expect(saved(page)).toHaveText('Saved')
  },
)
