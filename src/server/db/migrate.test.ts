import { expect, test } from 'vitest'
import { outputOf } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
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
})
