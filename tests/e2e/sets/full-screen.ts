import type { Page } from '@playwright/test'

/** All of the full screen: it is there while a clip is open. */
export const bars = (page: Page) => page.locator('.yarl__portal')
/** The film of the open clip. */
export const film = (page: Page) => page.locator('.yarl__slide_current video')
/** The open clip as the address names it; NaN where none is. */
export const openId = (page: Page) => Number(/#clip-(\d+)$/.exec(page.url())?.[1])

interface Point {
  x: number
  y: number
}

/** A finger that is moved over the glass, from point to point of the window. */
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
