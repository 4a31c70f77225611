import type { Person } from '#domain/membership/membership.ts'
import { auditKindOf, auditSubject } from '#domain/studio/audit-kinds.ts'
import type { Db } from '#server/db/schema.ts'

/** A user, and the key by which the user's program acts. */
export type Acting = Pick<Person, 'id'> & { key?: { id: number } }

/** The command line, Stripe, a publication time that has come, or a user, signed in or by a key. */
export type Actor = 'cli' | 'stripe' | 'schedule' | Acting

interface AuditEntry {
  actor: Actor
  /** Such as `promotion.end`. */
  action: string
  /** The account it is about; its owner sees it in the export. Null for none. */
  userId: number | null
  /**
   * Stored as JSON, for ever; must contain no secret. `before` and `after` of the change; `source`: the clip's id;
   * `slug`: the set's; `category`: its key; `api_key`: the id of a program's key.
   */
  detail: Record<string, unknown>
  at: Date
}

/** Who ordered what a job does. */
export const orderedBy = (id: number, key: number | null): Acting => ({
  id,
  ...(key && { key: { id: key } }),
})

/** Records who did what, in the transaction of the change. The log has words for each action (i18n/studio/log/texts.ts). */
export async function audit(trx: Db, { actor, action, userId, detail, at }: AuditEntry): Promise<void> {
  const api_key = typeof actor === 'string' ? undefined : actor.key?.id
  await trx
    .insertInto('audit_records')
    .values({
      actor: typeof actor === 'string' ? actor : `user:${actor.id}`,
      action,
      kind: auditKindOf(action),
      subject: auditSubject(action, detail),
      user_id: userId,
      detail: JSON.stringify({ ...detail, ...(api_key && { api_key }) }),
      created: at.toISOString(),
    })
    .execute()
}
