import type { Kysely } from 'kysely'
import type { Person } from '#domain/membership/membership.ts'
import type { Database } from '#server/db/schema.ts'

/** Who did it: the operator at the command line, Stripe, or somebody signed in. */
export type Actor = 'cli' | 'stripe' | Pick<Person, 'id'>

interface AuditEntry {
  actor: Actor
  /** Such as `promotion.end`. */
  action: string
  /** Whose account it concerns, who reads it there; null where it concerns nobody's. */
  userId: number | null
  /** Kept as JSON; no secret may be in it. */
  detail: Record<string, unknown>
  at: Date
}

/** Writes down who changed a membership, a tester's key or a set, in the transaction in which it is done. */
export async function audit(
  trx: Kysely<Database>,
  { actor, action, userId, detail, at }: AuditEntry,
): Promise<void> {
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
