import type { Person } from '#domain/membership/membership.ts'
import type { Db } from '#server/db/schema.ts'

/** The operator on the command line, Stripe, the time that an editor set, or a signed-in user. */
export type Actor = 'cli' | 'stripe' | 'schedule' | Pick<Person, 'id'>

interface AuditEntry {
  actor: Actor
  /** Such as `promotion.end`. */
  action: string
  /** Whose account it is about, who sees it in their export; null for none. */
  userId: number | null
  /** Stored as JSON; must contain no secret. */
  detail: Record<string, unknown>
  at: Date
}

/** Records who changed a membership, a tester's key or a set, in the transaction of the change. */
export async function audit(trx: Db, { actor, action, userId, detail, at }: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_records')
    .values({
      actor: typeof actor === 'string' ? actor : `user:${actor.id}`,
      action,
      user_id: userId,
      detail: JSON.stringify(detail),
      created: at.toISOString(),
    })
    .execute()
}
