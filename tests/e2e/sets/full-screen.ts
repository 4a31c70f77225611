import type { Page } from '@playwright/test'
import { animationsEnded, expect } from '../support/test.ts'

/** The full-screen view, present while a clip is open. */
export const bars = (page: Page) => page.locator('.yarl__portal')
/** The film of the open clip. */
export const film = (page: Page) => page.locator('.yarl__slide_current video')
/** The id of the open clip, from the address; NaN if none is open. */
export const openId = (page: Page) => Number(/#clip-(\d+)$/.exec(page.url())?.[1])

/** The open clip is in its place, so that the next gesture counts. */
export async function slideArrived(page: Page): Promise<void> {
  const left = () =>
    page.locator('.yarl__slide_current').evaluate((slide) => slide.getBoundingClientRect().left)
  await expect.poll(left).toBe(0)
  await animationsEnded(page)
}

interface Point {
  x: number
  y: number
}

/** Moves a finger from one point of the window to another. */
export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  for (let step = 1; step <= 8; step++) {
    const at = (a: number, b: number) => a + ((b - a) * step) / 8
    await touch('touchMove', [{ x: at(from.x, to.x), y: at(from.y, to.y) }])
    await page.waitForTimeout(16)
  }
  await touch('touchEnd', [])
}
