import type { MembershipState } from '#contract/billing.ts'
import { isAdmin, isPaid, type Membership } from '#domain/membership/membership.ts'
import { normalisedEmail } from '#server/accounts/find-account.ts'
import { findPerson, personFrom, selectPeople } from '#server/accounts/person.ts'
import { type Actor, audit } from '#server/audit.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { membershipState } from './membership-state.ts'

type MemberDeps = Pick<Deps, 'db' | 'now' | 'payments'>

export interface MemberLine {
  id: number
  name: string
  email: string
  membership: Membership | 'admin'
  created: string
}

/** All accounts, or those with one membership, oldest first. */
export async function listMembers(
  { db, now }: MemberDeps,
  membership?: Membership | 'admin',
): Promise<MemberLine[]> {
  const rows = await selectPeople(db).select('users.created').orderBy('users.id').execute()
  const byPerson = Map.groupBy(rows, ({ id }) => id)
  const lines = [...byPerson.values()].map((ofOne) => {
    const { id, name, email, membership } = personFrom(ofOne, now())!
    const { created } = ofOne[0]!
    return {
      id,
      name,
      email,
      membership: isAdmin({ id, membership }) ? 'admin' : membership,
      created,
    } as const
  })
  return lines.filter((line) => membership === undefined || line.membership === membership)
}

export interface MemberDetails extends MemberLine {
  state: MembershipState
  subscriptions: {
    id: string
    status: string
    plan: string
    current_period_end: string
    end_reason: string | null
  }[]
  /** Audit records, oldest first. */
  history: { created: string; actor: string; action: string; detail: string }[]
}

/** @param who an id or an e-mail address; undefined when there is no such account */
export async function showMember(deps: MemberDeps, who: string): Promise<MemberDetails | undefined> {
  const { db } = deps
  const id = await memberId(deps, who)
  if (id === undefined) return undefined
  const line = (await listMembers(deps)).find((each) => each.id === id)!
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'plan', 'current_period_end', 'end_reason'])
    .where('user_id', '=', id)
    .orderBy('created')
    .execute()
  const history = await db
    .selectFrom('audit_records')
    .select(['created', 'actor', 'action', 'detail'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...line, state: await membershipState(deps, id), subscriptions, history }
}

async function memberId({ db }: MemberDeps, who: string): Promise<number | undefined> {
  const byId = /^\d{1,15}$/.test(who)
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(byId ? 'id' : 'email_normalised', '=', byId ? Number(who) : normalisedEmail(who))
    .executeTakeFirst()
  return row?.id
}

/** `until` undefined: without end. `membership` null: revoked. */
export interface Grant {
  membership: 'pro' | 'early_adopter' | null
  until?: Date
}

/** Grants a membership, or revokes it, and records that. Returns the result; undefined without such an account. */
export async function grantMembership(
  { db, now }: MemberDeps,
  who: { id: number; actor: Actor },
  { membership, until }: Grant,
): Promise<Membership | undefined> {
  const at = now()
  const granted_until = until?.toISOString() ?? null
  await db.transaction().execute(async (trx) => {
    const before = await findPerson(trx, who.id, at)
    const given = await trx
      .updateTable('users')
      .set({ granted_membership: membership, granted_until: membership && granted_until })
      .where('id', '=', who.id)
      .executeTakeFirst()
    if (given.numUpdatedRows === 0n) return
    const action = membership ? 'grant.made' : 'grant.revoked'
    const detail = membership ? { membership, until: granted_until } : {}
    await audit(trx, { actor: who.actor, action, userId: who.id, detail, at })
    if (!membership && isPaid(before)) await queueMail(trx, { mail: 'membershipEnded', userId: who.id })
  })
  return (await findPerson(db, who.id, at))?.membership
}
