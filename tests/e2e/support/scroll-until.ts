import type { Locator, Page } from '@playwright/test'
import { framesLater } from './test.ts'

/** Turns the wheel by half a window until something is in view; lists grow meanwhile. */
export async function scrollUntil(page: Page, seen: Locator): Promise<void> {
  const step = (page.viewportSize()?.height ?? 800) / 2
  const inView = () =>
    seen.evaluateAll(([element]) => element && element.getBoundingClientRect().top < innerHeight)
  while (!(await inView())) {
    await page.mouse.wheel(0, step)
    await framesLater(page)
  }
}
