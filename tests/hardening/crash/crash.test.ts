import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema.ts'
import { postgresDatabases, sqliteDatabases } from '../../support/database/databases.ts'
import { freePort } from '../../support/free-port.ts'
import { anActShop } from '../support/act-shop.ts'
import { type Act, actsOf, type Promised } from '../support/acts.ts'
import { howMany, LONG } from '../support/long.ts'
import { type MortalServer, startMortal } from './mortal-server.ts'

const KILLS = howMany({ quick: 1, long: 100 })
/** A fresh server answers its first requests slowly. */
const LIFE_MS = { shortest: 200, longest: howMany({ quick: 700, long: 4_000 }) }

const KINDS = ['account', 'clip', 'end', 'event', 'like', 'spot', 'subscription', 'upload']

const engines = LONG ? [sqliteDatabases(), postgresDatabases()] : [sqliteDatabases()]

describe.each(engines)('a shop that is killed again and again ($engine)', (databases) => {
  afterAll(() => databases.close())
  test(
    'keeps what it has acknowledged, and shows nothing by half',
    async () => {
      const config = await databases.create()
      const db = await databases.connect(config)
      const { env, setting, signIn, close } = await anActShop(db, config)
      onTestFinished(close)
      const start = async (): Promise<MortalServer> => startMortal({ ...env, PORT: String(await freePort()) })
      // On PostgreSQL there is a second process, killed in turn.
      const servers = [await start(), ...(config.engine === 'postgres' ? [await start()] : [])]
      const acts = Object.values(actsOf({ ...setting, url: () => servers[0]!.url }))
      const promised: Promised[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        const victim = servers[0]!
        await signIn()
        const living = Promise.all(acts.map((act) => actUntilDead(act, victim.url, promised)))
        await sleep(LIFE_MS.shortest + Math.random() * (LIFE_MS.longest - LIFE_MS.shortest))
        if (!LONG) await vi.waitFor(() => expect(promised).not.toEqual([]), { timeout: 15_000 })
        await victim.kill()
        await living
        await expectWhole(db, config)
        servers.shift()
        servers.push(await start())
      }
      for (const server of servers) await server.kill()
      const kinds = new Set(promised.map(({ what }) => what.split(' ')[0]))
      if (LONG) expect([...kinds].toSorted()).toEqual(KINDS)
      const broken: string[] = []
      for (const { what, isKept } of promised) if (!(await isKept())) broken.push(what)
      expect(broken).toEqual([])
    },
    20 * 60_000,
  )
})

async function actUntilDead(act: Act, url: URL, promised: Promised[]): Promise<void> {
  for (;;) {
    // A server that dies gives no answer.
    const done = await act().catch(() => 'dead' as const)
    if (done === 'dead' && !(await isAlive(url))) return
    if (done && done !== 'dead') promised.push(done)
    await sleep(5)
  }
}

const isAlive = (url: URL) =>
  fetch(new URL('/healthz', url)).then(
    () => true,
    () => false,
  )

/** The file is intact, and search finds exactly the visible clips. */
async function expectWhole(db: Kysely<Database>, config: DatabaseConfig): Promise<void> {
  if (config.engine === 'sqlite') expect(integrityOf(config.file)).toBe('ok')
  const shown = await db.selectFrom('sources').select('id').orderBy('id').execute()
  const found = await db.selectFrom('source_ranks').select('source_id as id').orderBy('id').execute()
  expect(found).toEqual(shown)
  const taken = await db.selectFrom('testers').select('user_id').execute()
  expect(taken.length).toBeLessThanOrEqual(20)
  const lost = await db
    .selectFrom('promotion_sources')
    .select('promotion_id')
    .where('promotion_id', 'not in', (query) => query.selectFrom('promotions').select('id'))
    .execute()
  expect(lost).toEqual([])
}

/** On a new connection: FTS5 would check an older one against its earlier structure. */
function integrityOf(file: string): unknown {
  const db = new DatabaseSync(file)
  try {
    return db.prepare('pragma integrity_check').get()?.integrity_check
  } finally {
    db.close()
  }
}
