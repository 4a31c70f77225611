import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

const TOTAL_SPOTS = 20

export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)

  await createTable(db, 'tester_keys')
    .addColumn('id', id)
    .addColumn('key', text, (column) => column.notNull().unique())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('revoked_at', text)
    .execute()

  await createTable(db, 'tester_spots')
    .addColumn('id', integer, (column) => column.primaryKey().notNull().check(sql`id = 1`))
    .addColumn('taken', integer, (column) => column.notNull())
    .addColumn('total', integer, (column) => column.notNull())
    .addCheckConstraint('tester_spots_cap', sql`taken between 0 and total`)
    .execute()
  await db.insertInto('tester_spots').values({ id: 1, taken: 0, total: TOTAL_SPOTS }).execute()

  await createTable(db, 'testers')
    .addColumn('user_id', integer, (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('key_id', integer, (column) => column.references('tester_keys.id').onDelete('set null'))
    .addColumn('claimed_at', text, (column) => column.notNull())
    .addColumn('ended_at', text)
    .execute()
  await createIndexes(db, 'testers', { testers_by_key: ['key_id'] })
}
