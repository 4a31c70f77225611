import type { AnyDatabase } from '../create-table.ts'

/** The admin has a role, as editors have. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', 1).execute()
}
