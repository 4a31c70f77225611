import type { Person } from '#domain/membership/membership.ts'
import { auditKindOf, auditSubject } from '#domain/studio/audit-kinds.ts'
import type { Db } from '#server/db/schema.ts'

/** The command line, Stripe, a publication time that has come, or a signed-in user. */
export type Actor = 'cli' | 'stripe' | 'schedule' | Pick<Person, 'id'>

interface AuditEntry {
  actor: Actor
  /** Such as `promotion.end`. */
  action: string
  /** The account it is about; its owner sees it in the export. Null for none. */
  userId: number | null
  /**
   * Stored as JSON, for ever; must contain no secret. `before` and `after` of the change; `source`: the clip's id;
   * `slug`: the set's; `category`: its key.
   */
  detail: Record<string, unknown>
  at: Date
}

/** Records who did what, in the transaction of the change. The log has words for each action (i18n/studio/log/texts.ts). */
export async function audit(trx: Db, { actor, action, userId, detail, at }: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_records')
    .values({
      actor: typeof actor === 'string' ? actor : `user:${actor.id}`,
      action,
      kind: auditKindOf(action),
      subject: auditSubject(action, detail),
      user_id: userId,
      detail: JSON.stringify(detail),
      created: at.toISOString(),
    })
    .execute()
}
