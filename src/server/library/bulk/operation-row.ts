import type { Selectable } from 'kysely'
import { mayEdit } from '#domain/membership/membership.ts'
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

/** Whether the person who ordered it may still edit. */
export async function isOrderedRightly(db: Db, id: number): Promise<boolean> {
  const person = await db
    .selectFrom('bulk_operations')
    .innerJoin('users', 'users.id', 'bulk_operations.user_id')
    .select(['users.id', 'users.role'])
    .where('bulk_operations.id', '=', id)
    .executeTakeFirst()
  return person !== undefined && mayEdit({ ...person, membership: 'free' })
}
