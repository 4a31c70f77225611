import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'

interface AuditEntry {
  /** `cli`, `stripe`, or `user:1`. */
  actor: string
  action: string
  userId: number | null
  /** Kept as JSON; no secret may be in it. */
  detail: unknown
  at: Date
}

/** Writes down what was done to whose membership, in the transaction in which it is done. */
export async function audit(
  trx: Kysely<Database>,
  { actor, action, userId, detail, at }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('audit_records')
    .values({
      actor,
      action,
      user_id: userId,
      detail: JSON.stringify(detail),
      created: at.toISOString(),
    })
    .execute()
}
