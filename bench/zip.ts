import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { createPromotion } from '#server/sets/create-set.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { aClip } from '../tests/support/database/rows.ts'
import { aMember } from '../tests/support/shop/members.ts'
import { BrowserMemory, type MemoryPeaks } from './support/browser/browser-memory.ts'
import { checkZip } from './support/browser/zip-check.ts'
import { type BenchOptions, numberOption } from './support/load/options.ts'
import { report, rounded } from './support/load/report.ts'
import { openPlainPage, type PlainPage } from './support/peers/plain-browser.ts'
import { openShop, type Shop } from './support/shops/shop.ts'

const MB = 1e6
const PROMOTION = 'everything'
/** Different films; the others are links to them, to save disk space. */
const FILMS = 8
/** Gigabytes a minute that even a busy machine reaches; slower runs time out. */
const SLOWEST = 0.15

interface Account {
  id: number
  name: string
  email: string
  access_token: string
  refresh_token: string
}

/** Download All of a large promotion in Chromium, streamed to disk: memory, speed, and the zip itself. */
export async function run(options: BenchOptions): Promise<void> {
  const gigabytes = numberOption(options, 'gigabytes', 2)
  const filmMegabytes = numberOption(options, 'film', 16)
  const clips = Math.ceil((gigabytes * 1000) / filmMegabytes)
  const shop = await openShop()
  const member = await fill(shop, { clips, bytes: filmMegabytes * MB })
  const server = await shop.serve()
  const page = await openPlainPage()
  try {
    await prepare(page, server.url, member)
    const memory = await BrowserMemory.watch(page)
    const started = performance.now()
    await click(page, 'Download All')
    await click(page, 'Choose where to save')
    const done = `document.body.innerText.includes('${clips} clips were saved.')`
    await page.until(done, (gigabytes / SLOWEST) * 60_000)
    const seconds = (performance.now() - started) / 1000
    const peaks = memory.stop()
    await page.close()
    const zip = await checkZip(page.profile, { entries: clips + 2 })
    reportDownload({ gigabytes, clips, filmMegabytes, seconds, peaks, zip })
  } finally {
    await server.stop()
  }
}

interface Download {
  gigabytes: number
  clips: number
  filmMegabytes: number
  seconds: number
  peaks: MemoryPeaks
  zip: Awaited<ReturnType<typeof checkZip>>
}

function reportDownload({ gigabytes, clips, filmMegabytes, seconds, peaks, zip }: Download): void {
  report({
    name: 'zip',
    rows: [
      {
        what: `${clips} films of ${filmMegabytes} MB`,
        'zip MB': rounded(zip.bytes / MB),
        seconds: rounded(seconds),
        'MB/s': rounded(zip.bytes / MB / seconds),
        'page objects and buffers MB': rounded(peaks.page),
        'all processes, beyond before MB': rounded(peaks.processes),
        'checked by': zip.checkedBy,
      },
    ],
    bars: [
      { what: 'objects and buffers of the page, peak', value: peaks.page, atMost: 300, unit: ' MB' },
      {
        what: 'memory of all of the browser’s processes beyond what they had, peak',
        value: peaks.processes,
        atMost: 300,
        unit: ' MB',
      },
      { what: 'damaged or missing entries', value: zip.problems, atMost: 0 },
    ],
    raw: { gigabytes, seconds, peaks, zip },
    notes: ['written to the browser’s own file system, as to a file that one has chosen'],
  })
}

/** Clips whose full films are random bytes, all in one promotion, and an account to download them. */
async function fill(shop: Shop, { clips, bytes }: { clips: number; bytes: number }): Promise<Account> {
  const deps = await openDeps(parseConfig(operatorEnvironment(shop.env)))
  try {
    const films = join(shop.folder, 'media', 'full')
    mkdirSync(films, { recursive: true })
    for (let n = 0; n < FILMS; n++) writeFileSync(join(films, `original-${n}.mp4`), randomBytes(bytes))
    const ids: number[] = []
    for (let n = 0; n < clips; n++) {
      const cloudpath = `full/film-${n}.mp4`
      linkSync(join(films, `original-${n % FILMS}.mp4`), join(shop.folder, 'media', cloudpath))
      const media = { cloudpath, file_name: `film-${n}.mp4`, byte_size: bytes }
      ids.push((await aClip(deps.db, { media })).id)
    }
    const member = await aMember(deps)
    const maker = { id: member.id, membership: 'free' } as const
    await createPromotion(deps, maker, { promo_name: PROMOTION, source_ids: ids, expires_in_days: 7 })
    return member
  } finally {
    await deps.close()
  }
}

/** Signs in on the promotion's page; choosing a file there returns one in the browser's own file system. */
async function prepare(page: PlainPage, origin: URL, member: Account): Promise<void> {
  const { id, name, email, access_token: token, refresh_token } = member
  const expires_in = 900
  const expiry_time = Date.now() + expires_in * 1000
  const record = { id, name, email, membership: 'free', token, refresh_token, expires_in, expiry_time }
  await page.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `
      if (location.protocol === 'http:') localStorage.setItem('auth', ${JSON.stringify(JSON.stringify(record))})
      window.showSaveFilePicker = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('set.zip', { create: true })`,
  })
  await page.send('Page.enable')
  await page.send('Page.navigate', { url: new URL(`/promo/${PROMOTION}`, origin).href })
  await page.until(`document.querySelector('astro-island:not([ssr]) .set-all')`, 20_000)
  // Requests of the page itself must not count as the download.
  await sleep(2000)
}

async function click(page: PlainPage, name: string): Promise<void> {
  const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === '${name}')`
  await page.until(button, 10_000)
  await page.run(`${button}.click()`)
}
