import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidate } from '#server/cache-invalidation.ts'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { builtSite } from '../../../tests/support/shop/built-site.ts'
import { scratchFolder } from '../scratch.ts'
import { freePort, type Served, serve } from './serve.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SERVER = join(ROOT, 'dist/server.mjs')
/** Node's flags for the heap, as in `npm start`. */
const FLAGS: string[] =
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start.match(/--max-\S+/g) ?? []
/** Servers look for invalidations once a second. */
const CLEARED_MS = 1500

/** A data folder for our server. */
export interface Shop {
  folder: string
  env: Record<string, string>
  /** What `npm start` runs; extra environment may be added. */
  start(): { program: string; args: string[]; env: Record<string, string> }
  serve(): Promise<Served>
  /** Clears the page caches of running servers, and waits until it is done. */
  clearCache(): Promise<void>
}

/** An empty library without request logs, as for the peers. Settings may be added. */
export async function openShop(settings: Record<string, string> = {}): Promise<Shop> {
  await builtSite()
  const folder = scratchFolder('shop')
  mkdirSync(join(folder, 'media'), { recursive: true })
  const env = {
    DATA_DIR: folder,
    SITE_URL: 'http://127.0.0.1',
    MEDIA_KEYS: 'bench'.repeat(8),
    LOG_LEVEL: 'warn',
    ...settings,
  }
  await withDatabase(env, migrateToLatest)
  const start = () => ({ program: process.execPath, args: [...FLAGS, SERVER], env })
  return {
    folder,
    env,
    start,
    async serve() {
      const port = await freePort()
      const { program, args } = start()
      return serve({ program, args, env: { ...env, PORT: String(port) }, port, ready: '/readyz' })
    },
    async clearCache() {
      await withDatabase(env, (db) =>
        db.transaction().execute((transaction) => invalidate(transaction, ['clips', 'categories'])),
      )
      await sleep(CLEARED_MS)
    },
  }
}

const PLACES = ['Fushimi Inari', 'Shibuya', 'Arashiyama', 'Lake Kawaguchi', 'Miyajima', 'Nara Park', 'Otaru']
const TIMES = ['at dawn', 'in the rain', 'under snow', 'by lantern light', 'on a summer evening']

/** Publishes clips as rows only, no two alike, without media. */
export function addClips({ env }: Shop, count: number): Promise<void> {
  return withDatabase(env, (db) =>
    db.transaction().execute(async (transaction) => {
      for (let n = 0; n < count; n++) {
        const title = `${PLACES[n % PLACES.length]} ${TIMES[n % TIMES.length]} ${n}`
        await aClip(transaction, {
          source: { title, popularity: count - n },
          media: { dominant_color: `#${((n * 40_503) % 0xffffff).toString(16).padStart(6, '0')}` },
        })
      }
    }),
  )
}

/** Ingests a folder into the shop's library. */
export async function ingestInto({ env, folder: dataDir }: Shop, folder: string): Promise<void> {
  const deps = await openDeps(parseConfig(operatorEnvironment(env)))
  try {
    await ingestFolder(deps, { folder, dataDir })
  } finally {
    await deps.close()
  }
}

type Db = Awaited<ReturnType<typeof openDatabase>>

/** Opens the shop's database for one task. */
export async function withDatabase<T>(env: Record<string, string>, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(parseConfig(operatorEnvironment(env)).database)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
