import type { Selectable } from 'kysely'
import { mayEdit } from '#domain/membership/membership.ts'
import type { Refusal } from '#domain/studio/bulk-change.ts'
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

/**
 * Refuses the rest of an operation if its person may no longer edit: whoever takes a role away expects nothing more to
 * change. @returns whether it did
 */
export async function refusedWithoutRight(db: Db, id: number): Promise<boolean> {
  const person = await db
    .selectFrom('bulk_operations')
    .innerJoin('users', 'users.id', 'bulk_operations.user_id')
    .select(['users.id', 'users.role'])
    .where('bulk_operations.id', '=', id)
    .executeTakeFirst()
  if (person && mayEdit({ ...person, membership: 'free' })) return false
  await db.transaction().execute(async (trx) => {
    const { total, position, refused } = await operationRow(trx, id, { lock: true })
    const reasons: Partial<Record<Refusal, number>> = JSON.parse(refused)
    const all = JSON.stringify({ ...reasons, noRight: (reasons.noRight ?? 0) + total - position })
    await trx
      .updateTable('bulk_operations')
      .set({ position: total, refused: all })
      .where('id', '=', id)
      .execute()
  })
  return true
}
