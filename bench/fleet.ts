import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBucket } from '../tests/support/storage/bucket.ts'
import { atExit } from './support/at-exit.ts'
import { startBalancer } from './support/fleet/balancer.ts'
import { openMovingAddress } from './support/fleet/moving-address.ts'
import { startPostgresPair } from './support/fleet/postgres-pair.ts'
import { type Ask, type Seen, watch } from './support/fleet/visitors.ts'
import { generateLoad } from './support/load/load.ts'
import { type BenchOptions, numberOption } from './support/load/options.ts'
import { report, rounded } from './support/load/report.ts'
import { scratchFolder } from './support/scratch.ts'
import { makeMaster, photos } from './support/shops/footage.ts'
import { freePort } from './support/shops/serve.ts'
import { addClips, openShop, type Shop, withDatabase } from './support/shops/shop.ts'

const CLIPS = 2_000
const NAGARE = join(import.meta.dirname, '../src/cli/nagare.ts')
/** Until nginx and the servers have noticed. */
const SETTLED_MS = 2_000
/** Until an operator or a supervisor acts. */
const NOTICED_MS = 3_000

const BROTLI = { 'Accept-Encoding': 'br' }

/** Pages that are mostly uncached, the home page, and lists. */
const PAGES = ['/?offset={n}', '/m/{n}', '/', '/api/medias/{n}', '/ja/m/{n}']
const read = (n: number): Ask => ({
  method: 'GET',
  path: PAGES[n % PAGES.length]!.replace('{n}', String(((n * 7) % (CLIPS - 40)) + 1)),
})
const CLICK = JSON.stringify({ label: 'LOGIN_CLICK', meta: {} })
const write = (): Ask => ({ method: 'POST', path: '/api/activity', body: CLICK })

/** A whole deployment on one machine, and what its visitors see when a part fails. */
export async function run(options: BenchOptions): Promise<void> {
  const seconds = numberOption(options, 'seconds', 5)
  const pair = await startPostgresPair()
  const bucket = await startBucket()
  const address = await openMovingAddress(pair.primaryPort)
  const at = (port: number) => `postgres://nagare@127.0.0.1:${port}/postgres`
  const shop = await openShop({
    DATABASE_URL: at(address.port),
    STORAGE_URL: bucket.storageUrl,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    TRUST_PROXY: 'on',
    WORKER: 'off',
  })
  await addClips(shop, CLIPS)
  const apps = await Promise.all([
    openApp(shop, shop.folder),
    openApp(shop, shop.folder),
    openApp(shop, scratchFolder('other-machine')),
  ])
  const nginx = await startBalancer(apps.map(({ port }) => port))
  const { origin } = nginx.url
  const readers = { origin, visitors: 12, pauseMs: 20, next: read }
  const writer = { origin, visitors: 1, pauseMs: 200, next: write }
  const rows: Record<string, string | number>[] = []
  const during = async (name: string, event: () => Promise<void>) => {
    let over = Promise.resolve()
    const happening = () => {
      over = sleep(500)
        .then(event)
        .then(() => sleep(SETTLED_MS))
      return over
    }
    const [pages, clicks] = await Promise.all([
      watch(readers, happening),
      sleep(10).then(() => watch(writer, () => over)),
    ])
    rows.push(rowOf(name, 'pages', pages), rowOf(name, 'writes', clicks))
    return { pages, clicks }
  }

  const rates = []
  for (const [what, path] of [
    ['home page, cached', '/'],
    ['home page, 1,960 offsets', '/?offset={n}'],
  ] as const) {
    const load = { url: `${origin}${path}`, count: CLIPS - 40, connections: 32, seconds, headers: BROTLI }
    await generateLoad({ ...load, seconds: 1 })
    const { perSecond, p99 } = await generateLoad(load)
    rates.push(
      `${what}, through nginx over three servers: ${Math.round(perSecond)} a second, p99 ${rounded(p99)} ms`,
    )
  }
  const rendered = await renderByTwo(shop)
  await during('nothing', () => sleep(2_000))
  const rolling = await during('rolling restart', async () => {
    for (const app of apps) await app.restart()
  })
  const dead = await during('a server is killed', async () => {
    await apps[1]!.kill()
    await sleep(NOTICED_MS)
    await apps[1]!.start()
  })
  const failOver = await during('the primary is killed, the standby promoted', async () => {
    await pair.killPrimary()
    await sleep(NOTICED_MS)
    await pair.promote()
    address.pointTo(pair.standbyPort)
  })
  report({
    name: 'fleet',
    rows,
    bars: [
      { what: 'failed during a rolling restart', value: failedIn(rolling), atMost: 0 },
      { what: 'failed while a server was dead', value: failedIn(dead), atMost: 0 },
      {
        what: 'failing during a fail-over, beyond the 3 s until the operator acts',
        value: Math.max(0, failOver.pages.failingFor, failOver.clicks.failingFor) - NOTICED_MS / 1000,
        atMost: 3,
        unit: ' s',
      },
    ],
    notes: [
      ...rates,
      rendered,
      `nginx, three servers (one with its own data folder), two workers, PostgreSQL with a standby, an S3 server, ${CLIPS} clips, all on this machine`,
      'pages: 12 visitors with 20 ms between requests; writes: one, five times a second',
    ],
  })
  for (const app of apps) await app.kill()
  await nginx.stop()
  address.close()
  await bucket.close()
  await pair.stop()
}

const failedIn = ({ pages, clicks }: { pages: Seen; clicks: Seen }) => pages.failed + clicks.failed

function rowOf(event: string, what: string, seen: Seen): Record<string, string | number> {
  return {
    event,
    what,
    requests: seen.requests,
    failed: seen.failed,
    as: Object.entries(seen.kinds)
      .map(([kind, count]) => `${kind} ${count}x`)
      .join(', '),
    'failing for, s': rounded(seen.failingFor),
    'slowest, ms': Math.round(seen.slowestMs),
  }
}

/** One of our servers, which keeps its port. */
async function openApp(shop: Shop, folder: string) {
  const port = await freePort()
  const { program, args, env } = shop.start()
  let child: ChildProcess | undefined
  atExit(() => child?.kill('SIGKILL'))
  const start = async () => {
    child = spawn(program, args, {
      env: { PATH: process.env.PATH, ...env, DATA_DIR: folder, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    for (let tries = 0; tries < 400; tries++) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (answer?.ok) return
      await sleep(50)
    }
    throw new Error('a server did not start')
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  await start()
  const restart = async () => {
    await end('SIGTERM')
    await start()
  }
  return { port, start, restart, kill: () => end('SIGKILL') }
}

/** Two workers render four films that wait in the bucket. */
async function renderByTwo(shop: Shop): Promise<string> {
  const folder = scratchFolder('films')
  for (const [at, photo] of photos().slice(0, 4).entries())
    await makeMaster(photo, join(folder, `film-${at}.mp4`), { kind: 'compliant', seconds: 3 })
  const cli = (...args: string[]) =>
    spawn(process.execPath, [NAGARE, ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...shop.env },
      stdio: 'ignore',
    })
  const [code] = await once(cli('ingest', folder, '--queue'), 'exit')
  if (code !== 0) throw new Error(`the films were not queued: ${code}`)
  const began = performance.now()
  const workers = [cli('worker'), cli('worker')]
  const stop = () => {
    for (const worker of workers) worker.kill('SIGTERM')
  }
  const cancel = atExit(stop)
  const published = () =>
    withDatabase(shop.env, async (db) => {
      const { clips } = await db
        .selectFrom('sources')
        .select(({ fn }) => fn.countAll<number>().as('clips'))
        .executeTakeFirstOrThrow()
      return clips - CLIPS
    })
  while ((await published()) < 4 && performance.now() - began < 180_000) await sleep(500)
  const took = (performance.now() - began) / 1000
  const clips = await published()
  stop()
  cancel()
  return `two workers rendered ${clips} of 4 films of 3 s in ${took.toFixed(0)} s`
}
