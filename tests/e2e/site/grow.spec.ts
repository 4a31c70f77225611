import type { Page } from '@playwright/test'
import { LONG } from '../support/long.ts'
import { moving } from '../support/moving.ts'
import { expect, test } from '../support/test.ts'

const SHOP = `${process.env.NAGARE_URL}/`

/** Reports for each page shown whether a clip's picture morphs, something else moves, or nothing. */
async function watchMovement(page: Page): Promise<() => Promise<string>> {
  const told: string[] = []
  await page.exposeFunction('tell', (what: string) => void told.push(what))
  await page.addInitScript(() => {
    const { tell } = window as unknown as { tell: (what: string) => void }
    const moved = () => {
      const parts = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
      tell(parts.includes('::view-transition-group(clip)') ? 'clip' : 'other')
    }
    addEventListener('pagereveal', ({ viewTransition }) => {
      if (!viewTransition) return tell('nothing')
      viewTransition.ready.then(moved, () => tell('nothing'))
    })
  })
  return async () => {
    await expect.poll(() => told.length, { message: 'a page is shown' }).toBe(1)
    return told.pop()!
  }
}

test.describe('with movement', () => {
  test.use(moving)

  test(
    'the picture of a tile grows into its clip and shrinks back; other pages show at once',
    LONG,
    async ({ page }) => {
      const movement = await watchMovement(page)
      await page.goto('/', { waitUntil: 'networkidle' })
      expect(await movement()).toBe('nothing')
      // A busy machine may show a page before the part that moves has come. Then nothing moves.
      await expect(async () => {
        if (page.url() !== SHOP) await page.goto('/', { waitUntil: 'networkidle' }).then(movement)
        const tile = page.locator('.tile').first()
        await tile.hover()
        await expect(tile.locator('.is-playing')).toBeVisible()
        await tile.click()
        expect(await movement()).toBe('clip')
        await expect(page).toHaveURL(/\/m\/\d+$/)
        await page.goBack({ waitUntil: 'networkidle' })
        expect(await movement()).toBe('clip')
        await page.locator('a[href^="/t/"]').first().click()
        expect(await movement()).toBe('nothing')
        await expect(page.locator('[data-morphs]')).toHaveCount(0)
        await page.locator('.tile').first().click()
        expect(await movement()).toBe('clip')
        await page.locator('.tile').first().click()
        expect(await movement()).toBe('clip')
      }).toPass({ timeout: 40_000 })
      await page.locator('a[href="/pricing"]').first().click()
      expect(await movement()).toBe('nothing')
    },
  )
})

test('nothing grows with reduced motion', LONG, async ({ page }) => {
  const movement = await watchMovement(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await movement()
  await page.locator('.tile').first().click()
  expect(await movement()).toBe('nothing')
})
