import { type AnyDatabase, columnsOf } from '../create-table.ts'

/** A suspended member keeps the account, and cannot sign in. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text } = columnsOf(db)
  for (const column of ['suspended_at', 'suspended_reason'])
    await db.schema.alterTable('users').addColumn(column, text).execute()
}
