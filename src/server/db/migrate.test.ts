import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/databases.ts'
import { migrateToLatest, pendingMigrations } from './migrate.ts'

describeEachDatabase('migrations', (_open, databases) => {
  test('an empty database lacks all of them, and none once it is migrated', async () => {
    const db = await databases.connect(await databases.create({ empty: true }))
    const pending = await pendingMigrations(db)
    expect(pending[0]).toBe('0001-catalogue')
    expect(await migrateToLatest(db)).toEqual(pending)
    expect(await pendingMigrations(db)).toEqual([])
    expect(await migrateToLatest(db)).toEqual([])
  })
})
