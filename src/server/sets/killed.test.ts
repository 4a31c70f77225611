import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema.ts'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { IN_LONG_TEST } from '../../../tests/support/runs.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { createPromotion } from './create-set.ts'
import { getPromotion } from './find-set.ts'

const CHILD = new URL('../../../tests/support/children/set-making-child.ts', import.meta.url)
const CLIPS = 120
/** Kills while a set is being made as well as while a clip is being removed. */
const AFTER_MS = IN_LONG_TEST ? [2, 9, 17, 26, 40, 65] : [9]

interface Order {
  database: DatabaseConfig
  by: number
  ids: readonly number[]
  /** Number of the first set. */
  from: number
}

/** The child's reports before it is killed, this many milliseconds after the first. */
async function workUntilKilled(order: Order, afterMs: number): Promise<string[]> {
  const { process: child, lines } = spawnModule(CHILD, [JSON.stringify(order)])
  const ended = once(child, 'exit')
  const reports = [String((await lines.next()).value)]
  const killed = wait(afterMs).then(() => child.kill('SIGKILL'))
  for await (const line of lines) reports.push(line)
  await Promise.all([killed, ended])
  expect(child.signalCode).toBe('SIGKILL')
  return reports
}

describeEachDatabase('sets whose maker is killed', (_, databases) => {
  test('exist with all their clips, jobs and log entries, or not at all', async () => {
    const database = await databases.create()
    const db = await databases.connect(database)
    const { deps, ids, maker } = await setShop(db, { clips: CLIPS })
    const all: string[] = []
    for (const [run, afterMs] of AFTER_MS.entries()) {
      const from = run * 1000
      all.push(...(await workUntilKilled({ database, by: maker.id, ids, from }, afterMs)))
    }
    await locksAreGiven(db)

    const sets = await wholeSets(db, ids)
    for (const report of all) {
      const [what, number] = report.split(' ')
      expect(sets.get(`set-${number}`), report).toSatisfy(
        (clips: number) => clips === CLIPS - 1 || (what === 'made' && clips === CLIPS),
      )
    }
    // The unfinished one was made, or its name is free.
    const last = Number(all.at(-1)?.split(' ')[1]) + 1
    if (!sets.has(`set-${last}`))
      await createPromotion(deps, maker, { promo_name: `Set ${last}`, source_ids: ids, expires_in_days: 7 })
    expect((await getPromotion(deps, `set-${last}`)).sources.length).toBeGreaterThanOrEqual(CLIPS - 1)
  })
})

/** PostgreSQL releases a killed process's locks a moment later. */
async function locksAreGiven(db: Kysely<Database>): Promise<void> {
  await db.updateTable('promotions').set({ views: 0 }).execute()
}

/** Clips per set. Checks first that each set has its clips, its job and its audit record. */
async function wholeSets(db: Kysely<Database>, ids: readonly number[]): Promise<Map<string, number>> {
  const promotions = await db.selectFrom('promotions').select(['id', 'slug']).execute()
  const members = await db
    .selectFrom('promotion_sources')
    .select(['promotion_id', 'source_id'])
    .orderBy('position')
    .execute()
  const records = await db.selectFrom('audit_records').select(['action', 'detail']).execute()
  const work = await db.selectFrom('jobs').select('payload').execute()
  const invalidations = await db.selectFrom('invalidations').select('tag').execute()
  const count = (rows: { id: number }[], id: number) => rows.filter((row) => row.id === id).length
  const details = records.map(({ detail }) => JSON.parse(detail) as { id: number })
  const orders = work.map(({ payload }) => JSON.parse(payload) as { id: number })

  const sets = new Map<string, number>()
  for (const { id, slug } of promotions) {
    const clips = members.filter(({ promotion_id }) => promotion_id === id).map((each) => each.source_id)
    const isChanged = clips[0] !== ids[0]
    expect(clips).toEqual(isChanged ? ids.slice(1) : ids)
    const changes = isChanged ? 2 : 1
    expect(count(details, id)).toBe(changes)
    expect(count(orders, id)).toBe(changes)
    expect(invalidations.filter(({ tag }) => tag === `set:${slug}`)).toHaveLength(changes)
    sets.set(slug, clips.length)
  }
  expect(new Set(members.map(({ promotion_id }) => promotion_id)).size).toBe(promotions.length)
  expect(records).toHaveLength(work.length)
  return sets
}
