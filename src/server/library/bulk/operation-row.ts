import type { Selectable } from 'kysely'
import { mayEdit } from '#domain/membership/membership.ts'
import type { Refusal } from '#domain/studio/library/bulk-change.ts'
import { orderedBy } from '#server/audit.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Database, Db, Trx } from '#server/db/schema.ts'
import { errorText } from '#server/jobs/error-text.ts'

export type OperationRow = Selectable<Database['bulk_operations']>

/** Tags of all pages that show clips; pages of single clips have the first, too. */
export const SHOWN_TAGS = ['clips', 'categories']

/** The person who ordered an operation; 0 stands for a deleted account. */
export const actorOf = ({ user_id, api_key }: OperationRow) => orderedBy(user_id ?? 0, api_key)

/** In a transaction that continues the operation, the row is locked. */
export async function operationRow(db: Db, id: number, { lock = false } = {}): Promise<OperationRow> {
  const query = db.selectFrom('bulk_operations').selectAll().where('id', '=', id)
  return query.$if(lock, lockRows(db)).executeTakeFirstOrThrow()
}

/** Whether the person who ordered it may still edit. */
async function isOrderedRightly(db: Db, id: number): Promise<boolean> {
  const person = await db
    .selectFrom('bulk_operations')
    .innerJoin('users', 'users.id', 'bulk_operations.user_id')
    .select(['users.id', 'users.role'])
    .where('bulk_operations.id', '=', id)
    .executeTakeFirst()
  return person !== undefined && mayEdit({ ...person, membership: 'free' })
}

/** A clip that could not be changed, and why. The id 0 stands for the operation itself. */
interface FailedClip {
  id: number
  error: string
}

const MOST_NAMED = 20

/** Leaves out the clip at this position, which fails, so that the others get their change. */
export async function leaveOut(
  db: Db,
  { operation, position, clip, error }: { operation: number; position: number; clip: number; error: unknown },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await operationRow(trx, operation, { lock: true })
    if (row.position === position) await refuse(trx, row, { clips: 1, reason: 'failed', id: clip, error })
  })
}

/** Refuses all clips from the position on. `error` says why the operation failed as a whole. */
export async function refuseRest(db: Db, id: number, reason: Refusal, error?: unknown): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await operationRow(trx, id, { lock: true })
    await refuse(trx, row, { clips: row.total - row.position, reason, id: 0, error })
  })
}

/**
 * Refuses the rest of an operation if its person may no longer edit: whoever takes a role away expects nothing more to
 * change. @returns whether it did
 */
export async function refusedWithoutRight(db: Db, id: number): Promise<boolean> {
  const isRight = await isOrderedRightly(db, id)
  if (!isRight) await refuseRest(db, id, 'noRight')
  return !isRight
}

interface Refused {
  clips: number
  reason: Refusal
  id: number
  error: unknown
}

async function refuse(trx: Trx, row: OperationRow, { clips, reason, id, error }: Refused): Promise<void> {
  const reasons: Partial<Record<Refusal, number>> = JSON.parse(row.refused)
  const failed: FailedClip[] = JSON.parse(row.failed)
  if (error !== undefined && failed.length < MOST_NAMED) failed.push({ id, error: errorText(error) })
  await trx
    .updateTable('bulk_operations')
    .set({
      position: row.position + clips,
      refused: JSON.stringify({ ...reasons, [reason]: (reasons[reason] ?? 0) + clips }),
      failed: JSON.stringify(failed),
    })
    .where('id', '=', row.id)
    .execute()
}
