import { isPaid, type Membership } from '#domain/membership/membership.ts'
import { findPerson } from '#server/accounts/person.ts'
import { type Actor, audit } from '#server/audit.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/** `until` undefined: without end. `membership` null: revoked. */
interface Grant {
  membership: 'pro' | 'early_adopter' | null
  until?: Date | undefined
}

/** Grants or revokes a membership, and logs it. Returns the result; undefined without such an account. */
export async function grantMembership(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  who: { id: number; actor: Actor },
  { membership, until }: Grant,
): Promise<Membership | undefined> {
  const at = now()
  const after = { membership, until: membership && (until?.toISOString() ?? null) }
  await db.transaction().execute(async (trx) => {
    const person = await findPerson(trx, who.id, at)
    const before = await grantOf(trx, who.id)
    if (!before || (before.membership === after.membership && before.until === after.until)) return
    await trx
      .updateTable('users')
      .set({ granted_membership: after.membership, granted_until: after.until })
      .where('id', '=', who.id)
      .execute()
    const action = membership ? 'grant.made' : 'grant.revoked'
    await audit(trx, { actor: who.actor, action, userId: who.id, detail: { before, after }, at })
    if (!membership && isPaid(person)) await queueMail(trx, { mail: 'membershipEnded', userId: who.id })
  })
  return (await findPerson(db, who.id, at))?.membership
}

function grantOf(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select(['granted_membership as membership', 'granted_until as until'])
    .where('id', '=', id)
    .executeTakeFirst()
}
