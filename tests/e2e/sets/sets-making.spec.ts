import type { Page } from '@playwright/test'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { registerInDialog } from '../support/members.ts'
import { expect } from '../support/test.ts'
import { signInAsKnown, test } from './set-shop.ts'
import { ownName } from './sets.ts'

test.describe('when sets cannot be made', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be saved/ })

  test('a set that is gone cannot be changed, and the page says so', async ({ page }) => {
    await signInAsKnown(page, 'pro')
    await page.goto('/curated-make?set=never-made')
    await expect(page.getByRole('heading', { name: 'This set does not exist any more.' })).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: 'My sets' })).toHaveAttribute(
      'href',
      '/account#sets',
    )
  })

  test(
    'bad names and too many clips give a message, and so does a name taken meanwhile',
    LONG,
    async ({ page, context }) => {
      await signInAsKnown(page, 'admin')
      await openBuilder(page)
      const failed = theToast(page, 'Error creating promo.').first()
      for (const bad of ['../x', 'a'.repeat(81), '🌸', 'Kyoto 🌸']) {
        await page.getByLabel('Promo Name').fill(bad)
        await page.getByRole('button', { name: 'Create promo' }).click()
        await expect(failed).toContainText('A name is 1 to 80 letters')
        await expect(page.getByLabel('Promo Name')).toHaveAttribute('aria-invalid', 'true')
      }
      const other = await context.newPage()
      await openBuilder(other)
      const name = ownName('京都の秋')
      for (const each of [page, other]) await each.getByLabel('Promo Name').fill(name)
      await Promise.all(
        [page, other].map((each) => each.getByRole('button', { name: 'Create promo' }).click()),
      )
      const links = () => Promise.all([page, other].map((each) => each.getByLabel('Link to share').count()))
      await expect.poll(async () => (await links()).toSorted()).toEqual([0, 1])
      const [winner, loser] = (await links())[0] === 1 ? [page, other] : [other, page]
      await expect(loser.getByText('This name is taken. Please choose another.').first()).toBeVisible()
      const link = await winner.getByLabel('Link to share').inputValue()
      await winner.goto(link)
      await expect(winner.getByRole('heading', { level: 1 })).toContainText('京都の秋')
      await expect(winner.locator('.tile')).toHaveCount(1)

      await loser.evaluate(() => {
        const draft = JSON.parse(sessionStorage.getItem('set-draft-promotion') ?? '')
        const clips = Array.from({ length: 200 }, (_, n) => ({ ...draft.clips[0], id: 1_000_000 + n }))
        sessionStorage.setItem('set-draft-promotion', JSON.stringify({ ...draft, clips }))
      })
      await loser.reload()
      await expect(loser.getByText('200 of at most 200')).toBeVisible()
      await loser.locator('.results').getByRole('button', { name: /^Add / }).first().click()
      await expect(theToast(loser, 'A set holds at most 200 clips.')).toBeVisible()
      await loser.getByLabel('Promo Name').fill(`${name} 2`)
      await loser.getByRole('button', { name: 'Create promo' }).click()
      await expect(theToast(loser, 'Some of these clips are not in the catalogue any more')).toBeVisible()
      const unmade = `/api/promo/${encodeURIComponent(`${name} 2`)}`
      expect((await loser.request.get(unmade)).status()).toBe(404)
    },
  )
})

/** Opens the builder and adds one clip. */
async function openBuilder(page: Page): Promise<void> {
  await page.goto('/promo-make', { waitUntil: 'networkidle' })
  await page.locator('.results').getByRole('button', { name: /^Add / }).first().click()
  await expect(page.getByText('1 of at most 200')).toBeVisible()
}

test('members without the right get a message, signed-out visitors a sign-in', LONG, async ({ page }) => {
  for (const path of ['/studio/sets', '/promo-make', '/curated-make']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: /^Please (sign|log) in$/ })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click()
  await registerInDialog(page)
  await expect(theToast(page, 'Register successful.')).toBeVisible()
  for (const path of ['/studio/sets', '/promo-make', '/curated-make']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: /is not for you, sorry/ })).toBeVisible()
  }
  await signInAsKnown(page, 'pro')
  await page.goto('/curated-make', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Photos adding' })).toBeVisible()
})
