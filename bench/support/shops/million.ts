import { randomFillSync } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rerankSearch } from '#server/search/index/rerank-job.ts'
import { fillCatalogue } from '../../../tests/support/catalogue/fill-catalogue.ts'
import { answerOf } from '../load/answer.ts'
import type { Served } from './serve.ts'
import { openShop, type Shop, withDatabase } from './shop.ts'

/** A public film that is sent in parts. */
export const FILM = { path: '/media/watermarked/part.mp4', size: 20_000_000 }
/** Time limit for jobs that are due when the server starts, such as the figures of all clips. */
const SETTLED_MS = 300_000

/** A library of generated clips, ranked and indexed. A folder that already has it is used as it is. */
export async function openLibrary(
  clips: number,
  { folder, settings = {} }: { folder: string | undefined; settings?: Record<string, string> },
): Promise<Shop> {
  const shop = await openShop({ ...settings, ...(folder && { DATA_DIR: folder }) })
  await withDatabase(shop.env, async (db) => {
    const printStatus = (what: string) => (done: number) =>
      process.stderr.write(`\r\x1b[K${what} ${done} of ${clips}`)
    if (!(await db.selectFrom('sources').select('id').limit(1).executeTakeFirst())) {
      await fillCatalogue(db, clips, printStatus('writing clip'))
      const onProgress = ({ done }: { done: number }) => printStatus('indexing clip')(done)
      await rerankSearch({ db, now: () => new Date() }, { onProgress })
      process.stderr.write('\r\x1b[K')
    }
    await postponeRanking(db)
  })
  writeFilm(shop.env.DATA_DIR!)
  return shop
}

type Db = Parameters<Parameters<typeof withDatabase>[1]>[0]

/** Otherwise the nightly ranking would start with the server and disturb the measurement. */
async function postponeRanking(db: Db): Promise<void> {
  const { value } = await db
    .selectFrom('search_state')
    .select('value')
    .where('key', '=', 'ranking')
    .executeTakeFirstOrThrow()
  const ranking = { ...JSON.parse(value), at: new Date().toISOString() }
  await db
    .updateTable('search_state')
    .set({ value: JSON.stringify(ranking) })
    .where('key', '=', 'ranking')
    .execute()
}

function writeFilm(folder: string): void {
  const file = join(folder, FILM.path)
  if (existsSync(file)) return
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, randomFillSync(Buffer.alloc(FILM.size)))
}

/** Waits until no job is due or runs. */
export async function jobsSettled({ env }: Shop): Promise<void> {
  await withDatabase(env, async (db) => {
    for (const end = Date.now() + SETTLED_MS; Date.now() < end; await sleep(500)) {
      const jobs = await db
        .selectFrom('jobs')
        .select(['kind', 'run_at', 'locked_by'])
        .where('finished_at', 'is', null)
        .execute()
      const now = new Date().toISOString()
      if (jobs.length > 0 && jobs.every((job) => job.locked_by === null && job.run_at > now)) return
    }
    throw new Error(`jobs still run after ${SETTLED_MS / 1000} s`)
  })
}

const WARM_PAGES = 60
const STARTED_MS = 4_000

/** Makes the server start its renderers, as under load; this takes a moment. */
export async function startRenderers({ url }: Served, clips: number): Promise<void> {
  for (let n = 0; n < WARM_PAGES; n++) await answerOf(new URL(`/m/${clips - n}?cold`, url))
  await sleep(STARTED_MS)
}
