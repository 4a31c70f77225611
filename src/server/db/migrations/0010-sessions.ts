import { type AnyDatabase, columnsOf, createTable } from './tables.ts'

/** Sessions of before have no hash, so that their refresh tokens fit none: those people sign in again. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await db.schema
    .alterTable('sessions')
    .addColumn('token_hash', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await createTable(db, 'rate_limits')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('points', integer, (column) => column.notNull())
    .addColumn('expire', integer)
    .execute()
  await db.schema.createIndex('rate_limits_by_end').on('rate_limits').column('expire').execute()
}
