import type { Db } from '#server/db/schema.ts'

/** Whether free days are for this person: never a subscription, a tester's spot or a given membership. */
export async function mayTry(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('granted_membership', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.user_id', '=', 'users.id')
            .where('status', '<>', 'incomplete_expired'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('testers').select('user_id').whereRef('testers.user_id', '=', 'users.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_records')
            .select('audit_records.id')
            .whereRef('audit_records.user_id', '=', 'users.id')
            .where('action', '=', 'grant.made'),
        ),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}
