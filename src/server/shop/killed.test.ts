import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { IN_LONG_TEST } from '../../../tests/support/runs.ts'
import { operatorEnvironment, parseConfig } from '../config/config.ts'
import { publishedShop } from './live-shop.ts'
import { publishDraft, readDraft, saveDraft } from './versions.ts'

const CHILD = new URL('../../../tests/support/children/shop-publishing-child.ts', import.meta.url)
const KILLS = IN_LONG_TEST ? 40 : 2
/** Longer than a publication takes, so that each of its moments is hit. */
const LONGEST_MS = 25
const { site } = parseConfig(operatorEnvironment({ SITE_URL: 'https://nagare.example' }))

/** The number of the last publication that was acknowledged before the kill. */
async function publishUntilKilled(order: { database: DatabaseConfig; by: number; from: number }) {
  const { process: child, lines } = spawnModule(CHILD, [JSON.stringify(order)])
  const ended = once(child, 'exit')
  let last = Number((await lines.next()).value)
  const killed = wait(Math.random() * LONGEST_MS).then(() => child.kill('SIGKILL'))
  for await (const line of lines) last = Number(line)
  await Promise.all([killed, ended])
  expect(child.signalCode).toBe('SIGKILL')
  return last
}

const numberOf = ({ identity }: ShopSettings) => Number(identity.name.replace('Shop ', ''))

/** Everything that a publication writes. PostgreSQL releases a killed process's locks a moment later: the update waits. */
async function written(db: Db) {
  await db.updateTable('shop_drafts').set({ id: 1 }).execute()
  const settings = await publishedShop({ db, log: watchedLogger() })
  const { total } = await db.selectFrom('tester_spots').select('total').executeTakeFirstOrThrow()
  const versions = await db.selectFrom('shop_versions').select('number').execute()
  const records = await db.selectFrom('audit_records').select('detail').execute()
  const told = await db.selectFrom('invalidations').select('tag').execute()
  return {
    ...{ settings: settings!, total, counts: [versions.length, records.length, told.length] },
    logged: records.map(({ detail }) => JSON.parse(detail).version as number),
    numbers: versions.map(({ number }) => number),
  }
}

describeEachDatabase('a shop whose process is killed while it publishes', (_, databases) => {
  test(
    'shows the old version or the new one, whole, and publishes again',
    async () => {
      const database = await databases.create()
      const db = await databases.connect(database)
      const by = await aUser(db)
      let from = 1
      for (let kill = 0; kill < KILLS; kill++) {
        const last = await publishUntilKilled({ database, by, from })
        const { settings, total, counts, logged, numbers } = await written(db)
        const shown = numberOf(settings)
        expect([last, last + 1], 'none that was acknowledged is lost').toContain(shown)
        expect(settings.programme.spots).toBe(1 + (shown % 1000))
        expect(settings.look.css).toContain(`.shop-${shown}{`)
        expect(total).toBe(settings.programme.spots)
        expect(counts).toEqual([counts[0], counts[0], counts[0]])
        expect(logged).toEqual(numbers)
        from = shown + 1
      }
      const deps = { db, site, log: watchedLogger(), now: () => new Date() }
      const draft = await readDraft(deps)
      expect([from - 1, from]).toContain(numberOf(draft.settings))
      const admin = { id: by, membership: 'free', role: 'admin' } as const
      await publishDraft(deps, admin, await saveDraft(deps, admin, draft))
      expect((await written(db)).settings).toEqual(draft.settings)
    },
    IN_LONG_TEST ? 300_000 : 30_000,
  )
})
