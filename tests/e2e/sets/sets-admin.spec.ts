import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { expectSeen } from '../support/seen.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { signInAsKnown, test } from './set-shop.ts'
import { aSet, shownIds } from './sets.ts'

test.describe('when a promotion would get shorter', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be changed/ })

  test('the admin sees how sets do, extends a promotion and ends it', async ({ page }) => {
    const { path } = await aSet(page, 'promo', { days: 3 })
    await page.goto(path, { waitUntil: 'networkidle' })
    await signInAsKnown(page, 'admin')
    await page.goto('/studio/sets', { waitUntil: 'networkidle' })
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${path}"]`) })
    await expect(row.getByRole('cell').nth(1)).toHaveText('1')
    await row.getByRole('button', { name: /^Extend/ }).click()
    const dialog = theDialog(page)
    await dialog.getByLabel('Days').fill('2')
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await expect(dialog.getByText('It lasts longer than that already.')).toBeVisible()
    await dialog.getByLabel('Days').fill('30')
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await expect(theToast(page, /It lasts until/)).toBeVisible()
    await expectAccessible(page)
    await row.getByRole('button', { name: /^End/ }).click()
    await theDialog(page).getByRole('button', { name: 'End it now' }).click()
    await expect(theToast(page, 'The promotion has ended.')).toBeVisible()
    await expect(page.locator(`a[href="${path}"]`)).toHaveCount(0)
    expect((await page.request.get(path)).status()).toBe(410)
  })
})

test(
  'from the studio the admin copies the link of a set and opens it in the builder',
  LONG,
  async ({ page }) => {
    const { path } = await aSet(page, 'promo', { days: 3 })
    await page.goto(path, { waitUntil: 'networkidle' })
    await signInAsKnown(page, 'admin')
    await page.goto('/studio/sets', { waitUntil: 'networkidle' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${path}"]`) })
    await row.getByRole('button', { name: /^Copy link/ }).click()
    await expect(theToast(page, 'The link was copied.')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(copied).pathname).toBe(path)
    await row.getByRole('link', { name: /^Edit/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Change /)
    await expect(page.locator('.chosen-handle')).toHaveCount(4)
  },
)

test('the admin removes a clip after a confirmation, and nobody else can', async ({ page }) => {
  const { path, ids } = await aSet(page, 'promo')
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await signInAsKnown(page, 'pro')
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await signInAsKnown(page, 'admin')
  await page.goto(path, { waitUntil: 'networkidle' })
  const remove = page.getByRole('button', { name: /^Remove / })
  await expect(remove).toHaveCount(4)
  await expectSeen(remove)
  await remove.nth(1).click()
  await theDialog(page).getByRole('button', { name: 'Keep it' }).click()
  await expect(page.locator('.tile')).toHaveCount(4)
  await remove.nth(1).click()
  await theDialog(page).getByRole('button', { name: 'Remove clip' }).click()
  await expect(page.locator('.tile')).toHaveCount(3)
  await expectSeen(page.locator('.tile'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$210 Worth')
  const left = ids.filter((id) => id !== ids[1])
  expect(await shownIds(page)).toEqual(left)
  const gaps = await page.locator('.grid-first > li').evaluateAll((cells) => {
    const right = Math.max(...cells.map((cell) => cell.getBoundingClientRect().right))
    return Math.abs(right - cells[0]!.parentElement!.getBoundingClientRect().right)
  })
  expect(gaps).toBeLessThan(2)
  // The cached page is dropped within seconds.
  await expect(async () => {
    await page.reload()
    expect(await shownIds(page)).toEqual(left)
  }).toPass({ timeout: 20_000 })
})
