import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { aMember } from '../tests/support/shop/members.ts'
import { launchBrowser } from './support/browser/launch-browser.ts'
import { type Measured, takeMeasured, watchPage } from './support/browser/page-watch.ts'
import { type BenchOptions, numberOption } from './support/load/options.ts'
import { type Waits, waitsDuring } from './support/load/probe.ts'
import { report, rounded } from './support/load/report.ts'
import { median, quantile } from './support/load/rounds.ts'
import { ffmpeg, photos } from './support/shops/footage.ts'
import { jobsSettled, openLibrary, startRenderers } from './support/shops/million.ts'
import type { Served } from './support/shops/serve.ts'
import { type Shop, withDatabase } from './support/shops/shop.ts'

const CHANGED = 10_000
const FRAMES = 240
/** Pixels per frame: fast turns of the wheel. */
const STEADY = 120
const PRESSES = 100
const PRESS_MS = 40
const LATE_MS = 33
const POSTERS = 12
const SORTS = ['added', 'updated', 'title', 'popularity', 'downloads', 'created']
/** For uncached pages; each costs some 10 ms of CPU. */
const FRESH_EVERY_MS = 100
/** How long visitors are measured without other load. */
const ALONE_MS = 12_000

/**
 * The studio's library: its first rows, scrolling, changing 10,000 clips and undoing that, and how long visitors wait
 * meanwhile. `--clips=100000`, `--data=FOLDER` and `--set=NAME=VALUE` as for `long-tail`.
 */
export async function run(options: BenchOptions): Promise<void> {
  const clips = numberOption(options, 'clips', 100_000)
  const rounds = numberOption(options, 'rounds', 3)
  const folder = typeof options.data === 'string' ? options.data : undefined
  const set = typeof options.set === 'string' ? Object.fromEntries([options.set.split(/=(.*)/s)]) : {}
  const shop = await openLibrary(clips, { folder, settings: { WORKER: 'off', ...set } })
  await writePosters(shop)
  const ours = await shop.serve()
  await jobsSettled(shop)
  const { headers, record } = await admin(shop)
  const ask = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(new URL(`/api/studio/library${path}`, ours.url), {
      headers: { ...headers, 'content-type': 'application/json' },
      ...init,
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const lists = await listTimes(ask)
  const browsed = await browse(ours, record, rounds)
  await startRenderers(ours, clips)
  const bulk = await bulkRounds({ ours, ask, rounds, clips })
  const [alone, during] = [bulk.map((round) => round.alone), bulk.map((round) => round.during)]
  const p99 = (waits: Visitors[], of: keyof Visitors) => median(waits.map((one) => one[of].p99))
  report({
    name: 'studio',
    rows: [
      ...lists,
      ...browsed.rows,
      ...bulk.flatMap(({ alone, during, seconds, undoSeconds }, n) => [
        { what: `visitors alone, round ${n + 1}`, ...shown(alone) },
        {
          what: `while ${CHANGED} clips change (${rounded(seconds)} s, taken back in ${rounded(undoSeconds)} s)`,
          ...shown(during),
        },
      ]),
    ],
    bars: [
      { what: 'until the first rows are seen', value: browsed.firstRows, atMost: 300, unit: ' ms' },
      { what: 'frames over 33 ms', value: browsed.late, atMost: 0 },
      {
        what: `change of ${CHANGED}`,
        value: median(bulk.map(({ seconds }) => seconds)),
        atMost: 10,
        unit: ' s',
      },
      {
        what: 'taking it back',
        value: median(bulk.map(({ undoSeconds }) => undoSeconds)),
        atMost: 10,
        unit: ' s',
      },
      ...(['cached', 'fresh'] as const).map((of) => ({
        what: `${of} pages’ p99 by that alone`,
        value: p99(during, of) / p99(alone, of),
        atMost: 1.3,
        unit: 'x',
      })),
    ],
    raw: { lists, browsed, bulk },
    notes: [`${clips} clips; ${rounds} rounds`],
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the fields that are read are in the contract
type Ask = (path: string, body?: object) => Promise<any>

/** The same few pictures for all clips, so that rows draw some. */
async function writePosters({ env, folder }: Shop): Promise<void> {
  const to = `${env.DATA_DIR ?? folder}/media/poster/bench`
  for (const [n, photo] of photos().slice(0, POSTERS).entries()) {
    mkdirSync(`${to}-${n}`, { recursive: true })
    for (const form of ['jpg', 'avif'])
      await ffmpeg(['-i', photo, '-vf', 'scale=240:-2', '-frames:v', '1', `${to}-${n}/240.${form}`])
  }
  await withDatabase(env, (db) =>
    db
      .updateTable('medias')
      .set(({ eb }) => ({
        poster_base: eb.fn('concat', [eb.val('/media/poster/bench-'), eb(eb.ref('source_id'), '%', POSTERS)]),
        poster_widths: '[240]',
      }))
      .where('poster_widths', '<>', '[240]')
      .execute(),
  )
}

async function admin({ env }: Shop) {
  const deps = await openDeps(parseConfig(operatorEnvironment(env)))
  await deps.db.deleteFrom('users').where('id', '=', 1).execute()
  const { headers, access_token: token, refresh_token, name, email } = await aMember(deps, { admin: true })
  await deps.close()
  const expires = { expires_in: 900, expiry_time: Date.now() + 900_000 }
  const record = { id: 1, name, email, membership: 'free', role: 'admin', token, refresh_token, ...expires }
  return { headers, record: JSON.stringify(record) }
}

/** A page of a hundred rows by each sort, and the counts. */
async function listTimes(ask: Ask) {
  const timed = async (what: string, path: string) => {
    const times: number[] = []
    for (let n = 0; n < 21; n++) {
      const from = performance.now()
      await ask(path)
      times.push(performance.now() - from)
    }
    return { what, p50: rounded(quantile(times, 0.5)), p99: rounded(quantile(times, 0.99)) }
  }
  const rows = []
  for (const sort of SORTS) {
    const page = await ask(`?sort=${sort}`).catch(() => undefined)
    if (!page) continue
    rows.push(await timed(`a page by ${sort}`, `?sort=${sort}`))
    rows.push(await timed(`its next`, `?sort=${sort}&after=${encodeURIComponent(page.next)}`))
    rows.push(await timed(`published, by ${sort}`, `?sort=${sort}&state=published`))
  }
  rows.push(await timed('counts', '/counts'))
  return rows
}

async function browse(ours: Served, record: string, rounds: number) {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await watchPage(page)
    await page.goto(new URL('/healthz', ours.url).href)
    await page.evaluate((value) => localStorage.setItem('auth', value), record)
    const firstRows: number[] = []
    for (let round = 0; round <= rounds * 2; round++) firstRows.push(await untilRows(page, ours))
    const scrolls: Record<string, Measured[]> = {}
    for (const view of ['table', 'grid']) {
      await page.getByRole('button', { name: view === 'table' ? 'Table' : 'Grid' }).click()
      scrolls[`${view}, ${STEADY} px a frame`] = await repeat(rounds, page, () => scroll(page))
      scrolls[`${view}, Page Down held`] = await repeat(rounds, page, () => hold(page))
    }
    const rows = Object.entries(scrolls).map(([what, all]) => {
      const frames = all.flatMap((one) => one.frames)
      const late = frames.filter((ms) => ms > LATE_MS).length
      return {
        what: `scrolling the ${what}: ${late} of ${frames.length} late`,
        p50: rounded(quantile(frames, 0.5)),
        p99: rounded(quantile(frames, 0.99)),
      }
    })
    const late = Object.values(scrolls)
      .flat()
      .reduce((sum, { frames }) => sum + frames.filter((ms) => ms > LATE_MS).length, 0)
    return { rows, late, firstRows: median(firstRows.slice(1)), all: firstRows }
  } finally {
    await browser.close()
  }
}

/** From opening the page to the first row with its title. */
async function untilRows(page: Page, ours: Served): Promise<number> {
  await page.goto('about:blank')
  const from = performance.now()
  await page.goto(new URL('/studio/library', ours.url).href, { waitUntil: 'commit' })
  await page.locator('.library-row [href*="/studio/clip/"]').first().waitFor()
  return performance.now() - from
}

async function repeat(rounds: number, page: Page, act: () => Promise<void>): Promise<Measured[]> {
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => scrollTo(0, 0))
    await page.waitForTimeout(1000)
    await takeMeasured(page)
    await act()
    measured.push(await takeMeasured(page))
  }
  return measured
}

const scroll = (page: Page) =>
  page.evaluate(
    ({ frames, by }) =>
      new Promise<void>((resolve) => {
        let left = frames
        requestAnimationFrame(function step() {
          scrollBy({ top: by, behavior: 'instant' })
          if (--left > 0) requestAnimationFrame(step)
          else resolve()
        })
      }),
    { frames: FRAMES, by: STEADY },
  )

async function hold(page: Page): Promise<void> {
  await page.getByRole('grid').focus()
  for (let press = 0; press < PRESSES; press++) {
    await page.keyboard.press('PageDown')
    await page.waitForTimeout(PRESS_MS)
  }
}

interface Visitors {
  cached: Waits
  fresh: Waits
}
const shown = ({ cached, fresh }: Visitors) => ({
  p50: `${rounded(cached.p50)} / ${rounded(fresh.p50)}`,
  p99: `${rounded(cached.p99)} / ${rounded(fresh.p99)}`,
})

interface BulkBench {
  ours: Served
  ask: Ask
  rounds: number
  clips: number
}

async function bulkRounds({ ours, ask, rounds, clips }: BulkBench) {
  const results = []
  let next = 1
  /** Each clip's page is requested once, so none is cached. */
  const freshPath = () => `/m/${clips - next++}`
  const visit = async (during: Promise<unknown>): Promise<Visitors> => {
    const [cached, fresh] = await Promise.all([
      waitsDuring(new URL('/', ours.url).href, { during }),
      waitsDuring(() => new URL(freshPath(), ours.url).href, { during, everyMs: FRESH_EVERY_MS }),
    ])
    return { cached, fresh }
  }
  for (let round = 0; round < rounds; round++) {
    const alone = await visit(new Promise((resolve) => setTimeout(resolve, ALONE_MS)))
    const ids = Array.from(
      { length: CHANGED },
      (_, n) => 1 + round * 7 + n * Math.max(1, Math.floor(clips / CHANGED) - 1),
    )
    const work = (async () => {
      const change = { kind: 'keywords', how: 'add', language: 'en', keywords: ['axolotl'] }
      const [seconds, id] = await finished(ask, () => ask('/bulk', { ids, change }))
      const [undoSeconds] = await finished(ask, () => ask(`/bulk/${id}/undo`, {}))
      return { seconds, undoSeconds }
    })()
    const during = await visit(work)
    results.push({ alone, during, ...(await work) })
  }
  return results
}

/** Seconds until an operation is done, by its own progress. */
async function finished(ask: Ask, order: () => Promise<{ id: number }>): Promise<[number, number]> {
  const from = performance.now()
  const { id } = await order()
  while (!(await ask(`/bulk/${id}`)).finished) await new Promise((resolve) => setTimeout(resolve, 200))
  return [(performance.now() - from) / 1000, id]
}
