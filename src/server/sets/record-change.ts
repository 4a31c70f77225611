import type { Transaction } from 'kysely'
import type { Person } from '#domain/membership.ts'
import type { Database } from '#server/db/schema.ts'

/** Who changes a set: somebody signed in, or the operator at the command line. */
export type Actor = Pick<Person, 'id'> | 'cli'

interface Change {
  actor: Actor
  /** Such as `promotion.end`. */
  action: string
  detail: Record<string, string | number>
  at: Date
}

/** Writes down who changed a set, in the transaction of the change. */
export async function recordChange(
  trx: Transaction<Database>,
  { actor, action, detail, at }: Change,
): Promise<void> {
  await trx
    .insertInto('audit_records')
    .values({
      actor: actor === 'cli' ? actor : `user:${actor.id}`,
      action,
      user_id: null,
      detail: JSON.stringify(detail),
      created: at.toISOString(),
    })
    .execute()
}
