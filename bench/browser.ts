import type { Browser, Page } from '@playwright/test'
import { strings } from '#i18n/strings.ts'
import { DWELL_MS } from '#islands/grid/hover-preview.ts'
import { launchBrowser } from './support/browser/launch-browser.ts'
import { type Measured, takeMeasured, watchPage } from './support/browser/page-watch.ts'
import { type BenchOptions, numberOption } from './support/load/options.ts'
import { type Bar, report, rounded } from './support/load/report.ts'
import { median, quantile } from './support/load/rounds.ts'
import { openLargeShop } from './support/shops/large-shop.ts'

const HOVERS = 8
/** Frames per scroll: four seconds at 60 a second. */
const FRAMES = 240
/** Pixels per frame: fast turns of the wheel. */
const STEADY = 120
/** A finger's fastest, and how long it takes to the end of forty tiles. */
const FLING = 1500
const FLING_FRAMES = 30
const LATE_MS = 33
/** More tiles than these come in faster turns, or they would take half an hour. */
const MANY = 20_000
/** How long to wait for another tile before giving up. */
const STUCK_MS = 20_000

/**
 * A grid of ten thousand tiles in Chromium: filling, scrolling, hovering. The library has `--tiles` clips; `--shown` of
 * them are scrolled, by default all.
 */
export async function run(options: BenchOptions): Promise<void> {
  const tiles = numberOption(options, 'tiles', 10_000)
  const shown = numberOption(options, 'shown', tiles)
  const rounds = numberOption(options, 'rounds', 5)
  const shop = await openLargeShop(tiles)
  const server = await shop.serve()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await watchPage(page)
    await page.goto(server.url.href, { waitUntil: 'networkidle' })
    const opening = await takeMeasured(page)
    const hovering = await hover(page)
    const seconds = await fill(page, shown)
    const filling = await takeMeasured(page)
    const heap = await heapOf(page)
    const steady = await scrolls(page, rounds, () => STEADY)
    const sweeping = await scrolls(page, rounds, (height) => height / FRAMES)
    const flinging = await fling(browser, server.url.href)
    report({
      name: 'browser',
      rows: [
        rowOf('opening', opening),
        rowOf(`filling with ${shown} of ${tiles} tiles, ${rounded(seconds)} s`, filling),
        rowOf(`scrolling ${STEADY} px a frame`, merged(steady)),
        rowOf('scrolling all of it in 4 s', merged(sweeping)),
        rowOf('a fling past the first page, 360 px wide', flinging),
      ],
      bars: [
        ...frameBars('steady scroll', steady),
        ...frameBars('scroll over all', sweeping),
        {
          what: 'total blocking time, opening and scrolling',
          value: opening.blocked + median(steady.map(({ blocked }) => blocked)),
          atMost: 300,
          unit: ' ms',
        },
        {
          what: 'total blocking time, filling as well',
          value: opening.blocked + filling.blocked,
          atMost: 300,
          unit: ' ms',
        },
        { what: 'heap', value: heap, atMost: 40, unit: ' MB' },
        {
          what: 'layout shift',
          value: opening.shifted + filling.shifted + merged(steady).shifted,
          atMost: 0.01,
        },
        { what: 'layout shift of a fling', value: flinging.shifted, atMost: 0.02 },
        {
          what: `hover to first frame, after ${DWELL_MS} ms of dwell`,
          value: median(hovering.previews) - DWELL_MS,
          atMost: 100,
          unit: ' ms',
        },
      ],
      raw: { opening, hovering, filling, steady, sweeping, flinging, heap },
      notes: [
        `${browser.version()} without a graphics card, 1280 by 800; medians of ${rounds} scrolls of ${FRAMES} frames`,
      ],
    })
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function hover(page: Page): Promise<Measured> {
  const tiles = page.locator('.grid-first .tile')
  for (let n = 0; n < HOVERS; n++) {
    await page.mouse.move(1, 1)
    await tiles.nth(n).scrollIntoViewIfNeeded()
    await page.waitForTimeout(200)
    await tiles.nth(n).hover()
    await page.waitForFunction(
      (count) => (window as unknown as { measured: Measured }).measured.previews.length > count,
      n,
    )
  }
  await page.mouse.move(1, 1)
  return takeMeasured(page)
}

/** Scrolls until all tiles are there, pressing the grid's button when it pauses. Returns the seconds. */
async function fill(page: Page, tiles: number): Promise<number> {
  const started = performance.now()
  const more = page.locator('.grid-foot button')
  const end = page.getByText(strings('en').grid.end)
  let [count, lastGrowth] = [0, started]
  // Its end counts, too: the last section need not be full.
  while (count < tiles && !(await end.isVisible())) {
    const now = await tilesOf(page)
    if (now > count) lastGrowth = performance.now()
    else if (performance.now() - lastGrowth > STUCK_MS) throw new Error(`only ${count} tiles came`)
    count = now
    await page.evaluate(
      scrollFrames,
      tiles > MANY ? { frames: 15, by: 10 * STEADY } : { frames: 60, by: STEADY },
    )
    if (await more.isVisible()) await more.click({ timeout: 5000 }).catch(() => {})
  }
  return (performance.now() - started) / 1000
}

/** Sections that are far away are empty, so they are counted as full. */
async function tilesOf(page: Page): Promise<number> {
  const perPage = await page.locator('.grid-first .tile').count()
  return perPage * (1 + (await page.locator('.grid-section').count()))
}

/** JavaScript heap after a garbage collection, in MB. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 1e6
}

/** Scrolls from the top `rounds` times; `pixels`: per frame, by the height of the page. */
async function scrolls(page: Page, rounds: number, pixels: (height: number) => number): Promise<Measured[]> {
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => scrollTo(0, 0))
    await page.waitForTimeout(1000)
    await takeMeasured(page)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.evaluate(scrollFrames, { frames: FRAMES, by: pixels(height) })
    measured.push(await takeMeasured(page))
  }
  return measured
}

/** On a phone, to the end of the page before its second page of clips has come. */
async function fling(browser: Browser, url: string): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await watchPage(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  await takeMeasured(page)
  await page.evaluate(scrollFrames, { frames: FLING_FRAMES, by: FLING })
  await page.waitForTimeout(1000)
  const measured = await takeMeasured(page)
  await page.close()
  return measured
}

/** Runs in the page. */
function scrollFrames({ frames, by }: { frames: number; by: number }): Promise<void> {
  return new Promise((resolve) => {
    let left = frames
    requestAnimationFrame(function step() {
      scrollBy({ top: by, behavior: 'instant' })
      if (--left > 0) requestAnimationFrame(step)
      else resolve()
    })
  })
}

function frameBars(what: string, measured: Measured[]): Bar[] {
  const worst = (share: number) => median(measured.map(({ frames }) => quantile(frames, share)))
  return [
    {
      what: `${what}: frames over ${LATE_MS} ms`,
      value: median(measured.map(({ frames }) => late(frames))),
      atMost: 0,
    },
    { what: `${what}: 99th of 100 frames`, value: worst(0.99), atMost: 17.5, unit: ' ms' },
  ]
}

const late = (frames: number[]) => frames.filter((ms) => ms > LATE_MS).length

function merged(measured: Measured[]): Measured {
  return {
    frames: measured.flatMap(({ frames }) => frames),
    blocked: measured.reduce((sum, { blocked }) => sum + blocked, 0),
    shifted: measured.reduce((sum, { shifted }) => sum + shifted, 0),
    previews: [],
  }
}

function rowOf(what: string, { frames, blocked, shifted }: Measured) {
  return {
    what,
    frames: frames.length,
    'over 33 ms': late(frames),
    'p99 ms': rounded(quantile(frames, 0.99)),
    'worst ms': rounded(Math.max(0, ...frames)),
    'blocked ms': rounded(blocked),
    'layout shift': rounded(shifted),
  }
}
