export const MEMBERSHIPS = ['free', 'pro', 'early_adopter'] as const
export type Membership = (typeof MEMBERSHIPS)[number]

/** The operator's own account; no registration is ever given this id. */
export const ADMIN_ID = 1

/** Who asks; undefined stands for somebody who is not signed in. */
export interface Person {
  id: number
  membership: Membership
}

export function isAdmin(person: Person | undefined): boolean {
  return person?.id === ADMIN_ID
}

/** Whether it is somebody whose membership is paid for, given, or the operator's. */
export function isPaid(person: Person | undefined): boolean {
  return person !== undefined && (person.membership !== 'free' || isAdmin(person))
}

/** What an unwatermarked film needs, to play it or to take it. */
export function mayHaveFullFilm(person: Person | undefined): 'yes' | 'signIn' | 'upgrade' {
  if (!person) return 'signIn'
  return isPaid(person) ? 'yes' : 'upgrade'
}

/** What membership rests on, as the database has it. */
export interface MembershipGrounds {
  granted: { membership: 'pro' | 'early_adopter'; until: Date | undefined } | undefined
  /** An early tester whose licence has not been ended. */
  tester: boolean
  subscriptions: readonly { status: string; pastDueSince: Date | undefined }[]
}

const DAY = 24 * 60 * 60 * 1000
/** How long a card that fails does not yet cost the membership. */
export const PAST_DUE_GRACE_MS = 7 * DAY

/** A live subscription comes before what was given, since it is what can be cancelled. */
export function membershipFrom({ granted, tester, subscriptions }: MembershipGrounds, now: Date): Membership {
  if (subscriptions.some((subscription) => isLive(subscription, now))) return 'pro'
  if (tester) return 'early_adopter'
  if (granted && (!granted.until || granted.until > now)) return granted.membership
  return 'free'
}

/** Active, in trial, or past due for at most seven days. */
export function isLive(
  { status, pastDueSince }: MembershipGrounds['subscriptions'][number],
  now: Date,
): boolean {
  if (status === 'active' || status === 'trialing') return true
  const since = pastDueSince?.getTime() ?? now.getTime()
  return status === 'past_due' && now.getTime() - since <= PAST_DUE_GRACE_MS
}
