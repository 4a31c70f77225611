import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outputOf, spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { IN_LONG_TEST } from '../../../tests/support/runs.ts'
import { migrateToLatest, pendingMigrations } from './migrate.ts'

const MIGRATE = new URL('../../../tests/support/children/migrate-child.ts', import.meta.url)

describeEachDatabase('migrations', (_open, databases) => {
  test('an empty database lacks all of them, and none once it is migrated', async () => {
    const db = await databases.connect(await databases.create({ empty: true }))
    const pending = await pendingMigrations(db)
    expect(pending[0]).toBe('0001-catalogue')
    expect(await migrateToLatest(db)).toEqual(pending)
    expect(await pendingMigrations(db)).toEqual([])
    expect(await migrateToLatest(db)).toEqual([])
  })

  test('of processes that start at once one migrates and the others wait for it', async () => {
    const config = JSON.stringify(await databases.create({ empty: true }))
    const applied = await Promise.all(Array.from({ length: 4 }, () => outputOf(MIGRATE, [config])))
    const counts = applied.map((names) => JSON.parse(names).length)
    expect(counts.filter((length) => length > 0)).toHaveLength(1)
  })

  test('one that fails leaves the database as it was, and undoes those before it', async () => {
    const db = await databases.open()
    await aUser(db)
    const state = async () => ({
      tables: await db.introspection.getTables(),
      users: await db.selectFrom('users').select(['id', 'name']).execute(),
      pending: await pendingMigrations(db),
    })
    const before = await state()
    const good = {
      up: (on: typeof db) => on.schema.createTable('moons').addColumn('id', 'integer').execute(),
    }
    const broken = {
      async up(on: typeof db) {
        await sql`alter table users add column moon integer`.execute(on)
        await on.updateTable('users').set({ name: 'Lost' }).execute()
        await sql`insert into no_such_table values (1)`.execute(on)
      },
    }
    const more = { '9998-good': good, '9999-broken': broken }
    await expect(migrateToLatest(db, more)).rejects.toThrow('no_such_table')
    expect(await state()).toEqual(before)
    expect(await migrateToLatest(db)).toEqual([])
  })

  test.runIf(IN_LONG_TEST)('a long one lets others read', async () => {
    const config = await databases.create({ empty: true })
    const db = await databases.connect(config)
    await migrateToLatest(db)
    await aUser(db)
    const { process: child, lines } = spawnModule(MIGRATE, [JSON.stringify(config), 'slowly'])
    await lines.next()
    const waits: number[] = []
    while (child.exitCode === null && child.signalCode === null) {
      const began = performance.now()
      await db.selectFrom('users').select('name').execute()
      waits.push(performance.now() - began)
      await sleep(10)
    }
    expect(child.exitCode).toBe(0)
    expect(waits.length).toBeGreaterThan(10)
    expect(Math.max(...waits)).toBeLessThan(500)
    const { rows } = await sql<{ count: number | string }>`select count(*) as count from moons`.execute(db)
    expect(Number(rows[0]!.count)).toBe(1_000_000)
  })
})
