import type { Page } from '@playwright/test'

/** Measurements since the last call. */
export interface Measured {
  /** Milliseconds between frames. */
  frames: number[]
  /** Total blocking time: milliseconds beyond 50 of every long task. */
  blocked: number
  /** Cumulative layout shift without input. */
  shifted: number
  /** Milliseconds from the pointer's arrival on a tile to the first frame of its preview. */
  previews: number[]
}

/** Installs the measurements, from the page's start. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const measured = { frames: [] as number[], blocked: 0, shifted: 0, previews: [] as number[] }
    const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
    observe('longtask', ({ duration }) => {
      measured.blocked += duration - 50
    })
    observe('layout-shift', (entry) => {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!shift.hadRecentInput) measured.shifted += shift.value
    })
    let last = 0
    requestAnimationFrame(function frame(now) {
      if (last) measured.frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    })
    let arrived = 0
    let tile: Element | null = null
    addEventListener(
      'pointerover',
      ({ target, timeStamp }) => {
        const hovered = target instanceof Element ? target.closest('.tile') : null
        if (hovered !== tile) arrived = timeStamp
        tile = hovered
      },
      { capture: true },
    )
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof HTMLVideoElement)
            node.requestVideoFrameCallback((now) => measured.previews.push(now - arrived))
    }).observe(document, { childList: true, subtree: true })
    Object.assign(window, { measured })
  })
}

/** Returns the measurements and resets them. */
export function takeMeasured(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const { measured } = window as unknown as { measured: Measured }
    const taken = { ...measured }
    Object.assign(measured, { frames: [], blocked: 0, shifted: 0, previews: [] })
    return taken
  })
}
