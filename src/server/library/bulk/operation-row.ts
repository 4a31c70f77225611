import type { Selectable } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database, Db } from '#server/db/schema.ts'

export type OperationRow = Selectable<Database['bulk_operations']>

/** Tags of all pages that show clips; pages of single clips have the first, too. */
export const SHOWN_TAGS = ['clips', 'categories']

/** The person who ordered an operation; 0 stands for a deleted account. */
export const actorOf = ({ user_id }: OperationRow) => ({ id: user_id ?? 0 })

/** In a transaction that continues the operation, the row is locked. */
export async function operationRow(db: Db, id: number, { lock = false } = {}): Promise<OperationRow> {
  const query = db.selectFrom('bulk_operations').selectAll().where('id', '=', id)
  const locked = lock && engineOf(db) === 'postgres' ? query.forUpdate() : query
  return locked.executeTakeFirstOrThrow()
}
