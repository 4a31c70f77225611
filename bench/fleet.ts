import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../tests/support/database/postgres-server.ts'
import { startNginx } from '../tests/support/nginx.ts'
import { startBucket } from '../tests/support/storage/bucket.ts'
import { atExit } from './support/at-exit.ts'
import { type Ask, type Seen, watch } from './support/fleet/visitors.ts'
import { generateLoad } from './support/load/load.ts'
import { type BenchOptions, effort } from './support/load/options.ts'
import { report, rounded } from './support/load/report.ts'
import { median } from './support/load/rounds.ts'
import { scratchFolder } from './support/scratch.ts'
import { freePort } from './support/shops/serve.ts'
import { addClips, openShop, type Shop } from './support/shops/shop.ts'

/** Each list of 40 at its own offset, and more of them than are rendered in one measurement: none is asked twice. */
const CLIPS = 6_000
const CONNECTIONS = 32
/** Until nginx and the servers have noticed; nginx asks a server that failed again after two seconds. */
const SETTLED_MS = 3_000
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

/** Two servers beside one, and what visitors see when a server is restarted or dies; all on this machine. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds, seconds } = effort(options)
  const postgres = await startPostgres({ shared_buffers: '256MB' })
  const bucket = await startBucket()
  const shop = await openShop({
    DATABASE_URL: postgres.urlOf('postgres'),
    STORAGE_URL: bucket.storageUrl,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    TRUST_PROXY: 'on',
    WORKER: 'off',
    // Else one server already uses every core.
    RENDERERS: '0',
  })
  await addClips(shop, CLIPS)
  const apps = [await openApp(shop, shop.folder), await openApp(shop, scratchFolder('other-machine'))]
  const ports = apps.map(({ port }) => port)
  const ratio = await twoByOne({ shop, ports, rounds, seconds })
  const nginx = await startNginx({ servers: ports.map((port) => new URL(`http://127.0.0.1:${port}`)) })
  const rolling = await seenDuring(nginx.url.origin, async () => {
    for (const app of apps) {
      await app.restart()
      await sleep(SETTLED_MS)
    }
  })
  const dead = await seenDuring(nginx.url.origin, async () => {
    await apps[1]!.kill()
    await sleep(NOTICED_MS)
    await apps[1]!.start()
  })
  report({
    name: 'fleet',
    rows: [...rowsOf('rolling restart', rolling), ...rowsOf('a server is killed', dead)],
    bars: [
      { what: 'two servers by one, fresh pages', value: ratio, atLeast: 1.6, unit: 'x' },
      { what: 'failed during a rolling restart', value: failedIn(rolling), atMost: 0 },
      { what: 'failed while a server was dead', value: failedIn(dead), atMost: 0 },
    ],
    notes: [
      `two servers, PostgreSQL, an S3 server, ${CLIPS} clips; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`,
      'pages: 12 visitors with 20 ms between requests; writes: one, five times a second',
    ],
  })
  for (const app of apps) await app.kill()
  await nginx.stop()
  await bucket.close()
  await postgres.stop()
}

interface Contest {
  shop: Shop
  ports: number[]
  rounds: number
  seconds: number
}

/** Median of the ratios of requests a second, with the same number of connections in all. */
async function twoByOne({ shop, ports, rounds, seconds }: Contest): Promise<number> {
  const loadOn = async (servers: number[]) => {
    await shop.clearCache()
    const plan = { count: CLIPS - 40, headers: BROTLI, connections: CONNECTIONS / servers.length, seconds }
    const loads = await Promise.all(
      servers.map((port) => generateLoad({ ...plan, url: `http://127.0.0.1:${port}/?offset={n}` })),
    )
    return loads.reduce((sum, { perSecond }) => sum + perSecond, 0)
  }
  await loadOn(ports)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const one = await loadOn(ports.slice(0, 1))
    ratios.push((await loadOn(ports)) / one)
  }
  return median(ratios)
}

interface Watched {
  pages: Seen
  writes: Seen
}

async function seenDuring(origin: string, event: () => Promise<void>): Promise<Watched> {
  const over = sleep(500)
    .then(event)
    .then(() => sleep(SETTLED_MS))
  const [pages, writes] = await Promise.all([
    watch({ origin, visitors: 12, pauseMs: 20, next: read }, () => over),
    watch({ origin, visitors: 1, pauseMs: 200, next: write }, () => over),
  ])
  return { pages, writes }
}

const failedIn = ({ pages, writes }: Watched) => pages.failed + writes.failed

function rowsOf(event: string, watched: Watched): Record<string, string | number>[] {
  return Object.entries(watched).map(([what, seen]: [string, Seen]) => ({
    event,
    what,
    requests: seen.requests,
    failed: seen.failed,
    as: Object.entries(seen.kinds)
      .map(([kind, count]) => `${kind} ${count}x`)
      .join(', '),
    'failing for, s': rounded(seen.failingFor),
    'slowest, ms': Math.round(seen.slowestMs),
  }))
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
