import type { Page } from '@playwright/test'
import { LONG } from '../support/long.ts'
import { moving } from '../support/moving.ts'
import { expect, test } from '../support/test.ts'

/** Adds up over the pages of a tab what each of them let grow. */
async function watchTransitions(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = []
  await page.exposeFunction('tellTransition', (what: string) => void seen.push(what))
  await page.addInitScript(() => {
    addEventListener('pagereveal', async ({ viewTransition }) => {
      const { tellTransition } = window as unknown as { tellTransition: (what: string) => void }
      if (!viewTransition) return tellTransition('none')
      await viewTransition.ready
      const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
      tellTransition(moved.includes('::view-transition-group(clip)') ? 'clip' : 'other')
    })
  })
  return async () => {
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    return seen.splice(0)
  }
}

const firstTile = (page: Page) => page.locator('.tile').first()
const isActive = (page: Page) =>
  page.locator('[data-grid] astro-island:not([ssr])').first().waitFor({ state: 'attached' })

test.describe('with movement', () => {
  test.use(moving)

  test('a tile grows into its clip, nothing moves on the way back, and a related clip grows, too', async ({
    page,
  }) => {
    const transitions = await watchTransitions(page)
    await page.goto('/')
    await isActive(page)
    expect(await transitions()).toEqual(['none'])
    await firstTile(page).click()
    await expect(page).toHaveURL(/\/m\/\d+$/)
    expect(await transitions()).toEqual(['clip'])
    await page.goBack()
    expect(await transitions()).toEqual(['none'])
    await page.goForward()
    await transitions()
    await isActive(page)
    await firstTile(page).click()
    expect(await transitions()).toEqual(['clip'])
  })
})

test('for who wants less motion nothing grows', LONG, async ({ page }) => {
  const transitions = await watchTransitions(page)
  await page.goto('/')
  await isActive(page)
  expect(await transitions()).toEqual(['none'])
  await firstTile(page).click()
  await expect(page).toHaveURL(/\/m\/\d+$/)
  expect(await transitions()).toEqual(['none'])
})
