import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { everythingIn } from '../../support/database/contents.ts'
import { postgresDatabases, sqliteDatabases } from '../../support/database/databases.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'
import { type ActShop, anActShop } from '../support/act-shop.ts'
import { type Act, actsOf } from '../support/acts.ts'
import { LONG } from '../support/long.ts'
import { fullDatabase } from './full-database.ts'

const engines = LONG ? [sqliteDatabases(), postgresDatabases()] : [sqliteDatabases()]
/** These have several steps that may each stay: Stripe is asked again, an upload has its bytes. */
const IN_STEPS = ['/api/payment/stripe-session', '/api/payment/sync', '/api/studio/uploads/']

describe.each(engines)('a disk that is full at any write ($engine)', ({ engine, ...databases }) => {
  const full = fullDatabase()
  let db: Kysely<Database>
  let shop: ActShop
  let server: TestServer
  let acts: Record<string, Act>

  beforeAll(async () => {
    const config = await databases.create()
    // The connection without the fault.
    db = await databases.connect(config)
    shop = await anActShop(db, config)
    const env = { ...shop.env, LOG_LEVEL: 'fatal' }
    server = await startTestServer({ env, plugins: [full.plugin], limits: PATIENT })
    acts = actsOf({ ...shop.setting, url: () => server.url })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    full.makeRoom()
  })
  afterAll(async () => {
    await server.close()
    await shop.close()
    await databases.close()
  })

  const names = ['register', 'pay', ...(LONG ? ['upload', 'like', 'redeem', 'hear', 'publish', 'end'] : [])]
  test.each(names)(
    'is said to who would %s, leaves nothing by half, and the same request succeeds when there is room',
    async (name) => {
      repeatRefused(() => full.makeRoom())
      for (let writes = 0; ; writes++) {
        full.fillAfter(writes)
        const done = await acts[name]!()
        expect(await done?.isKept(), `full after ${writes} writes`).toBe(true)
        if (!full.hasRefused()) return expect(writes).toBeGreaterThan(0)
      }
    },
  )

  test.runIf(engine === 'sqlite')('is told by SQLite itself, too', async () => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(server.deps.db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(server.deps.db)
    const refused = repeatRefused(() => sql`pragma max_page_count = 1000000`.execute(server.deps.db))
    for (let n = 0; n < 40 && refused.length === 0; n++)
      for (const act of ['register', 'publish', 'end'])
        expect(await (await acts[act]!())?.isKept(), act).toBe(true)
    expect(refused).not.toEqual([])
  })

  /** Repeats the refused requests with free space: each was refused as a whole, and now succeeds. */
  function repeatRefused(makeRoom: () => unknown): string[] {
    const refused: string[] = []
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const { pathname } = new URL(String(input))
      const before = await everythingIn(db)
      const answer = await real(input, init)
      if (answer.status < 500) return answer
      expect(answer.status, pathname).toBe(507)
      if (!IN_STEPS.some((path) => pathname.startsWith(path)))
        expect(await everythingIn(db), pathname).toEqual(before)
      refused.push(pathname)
      await makeRoom()
      return real(input, init)
    })
    return refused
  }
})
