import { randomFillSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadServer, type ServedLoad } from './support/load/load.ts'
import { type BenchOptions, effort } from './support/load/options.ts'
import { memoryOf } from './support/load/proc.ts'
import { report, rounded, skip } from './support/load/report.ts'
import { alternate, type Contender, medianOf, ratioOf, type Samples } from './support/load/rounds.ts'
import { startNginx } from './support/peers/nginx.ts'
import type { Served } from './support/shops/serve.ts'
import { openShop } from './support/shops/shop.ts'

const CONNECTIONS = 16
const FILM = { path: '/media/watermarked/film.mp4', size: 100_000_000 }
const PREVIEW = { path: '/media/preview/preview.mp4', size: 300_000 }
const PART = 1_000_000

/** Ranges of a film on disk, and a hot hover preview: ours and nginx with sendfile. */
export async function run(options: BenchOptions): Promise<void> {
  const { rounds, seconds } = effort(options)
  const shop = await openShop()
  write(shop.folder, FILM)
  write(shop.folder, PREVIEW)
  const ours = await shop.serve()
  const nginx = await startNginx(shop.folder).catch((reason) => skip('nginx', reason))
  const servers: [string, Served | undefined][] = [
    ['ours', ours],
    ['nginx', nginx],
  ]
  const contenders = servers.flatMap(([name, server]) => (server ? loads(name, server, seconds) : []))
  const samples = await alternate(rounds, contenders)
  const bytes = ({ bytesPerSecond }: ServedLoad) => bytesPerSecond
  report({
    name: 'media',
    rows: rowsOf(samples),
    bars: [
      {
        what: '1 MB parts from disk by nginx',
        value: ratioOf(samples, ['ours, parts', 'nginx, parts'], bytes),
        atLeast: 0.7,
        unit: 'x',
      },
      {
        what: 'hot preview by nginx',
        value: ratioOf(samples, ['ours, preview', 'nginx, preview'], bytes),
        atLeast: 0.95,
        unit: 'x',
      },
      { what: 'memory at most', value: memoryOf(ours.pid).peak, atMost: 150, unit: ' MB' },
    ],
    raw: Object.fromEntries(samples),
    notes: [
      `${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s; 1 MB parts of 100 MB, and 300 kB whole`,
    ],
  })
}

/** Random bytes, which no disk compresses. */
function write(folder: string, { path, size }: { path: string; size: number }): void {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, randomFillSync(Buffer.alloc(size)))
}

function loads(name: string, { url, pid }: Served, seconds: number): Contender<ServedLoad>[] {
  const load = { connections: CONNECTIONS, seconds }
  const parts = { bytes: PART, size: FILM.size }
  return [
    {
      name: `${name}, parts`,
      measure: () => loadServer(pid, { ...load, url: `${url.origin}${FILM.path}`, parts }),
    },
    {
      name: `${name}, preview`,
      measure: () => loadServer(pid, { ...load, url: `${url.origin}${PREVIEW.path}` }),
    },
  ]
}

function rowsOf(samples: Samples<ServedLoad>) {
  return [...samples.keys()].map((name) => ({
    server: name,
    'MB/s': Math.round((medianOf(samples, name, (load) => load.bytesPerSecond) ?? 0) / 1e6),
    'CPU µs/MB': rounded(
      medianOf(samples, name, (load) => (load.cpu * load.perSecond * 1e6) / load.bytesPerSecond),
    ),
    'p50 ms': rounded(medianOf(samples, name, (load) => load.p50)),
    'p99 ms': rounded(medianOf(samples, name, (load) => load.p99)),
  }))
}
