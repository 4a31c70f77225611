import { DAY_MS } from '../dates/spans.ts'

export const MEMBERSHIPS = ['free', 'pro', 'early_adopter'] as const
export type Membership = (typeof MEMBERSHIPS)[number]

export const ROLES = ['admin', 'editor'] as const
/** Rights besides the membership. */
export type Role = (typeof ROLES)[number]
/** What the admin gives to others. */
export const GIVEN_ROLES = ['editor'] as const satisfies readonly Role[]
export type GivenRole = (typeof GIVEN_ROLES)[number]

/** Undefined: not signed in. */
export interface Person {
  id: number
  membership: Membership
  role?: Role | null | undefined
}

export function isAdmin(person: Person | undefined): boolean {
  return person?.role === 'admin'
}

/** Whether the person may upload footage and edit the library. */
export function mayEdit(person: Person | undefined): boolean {
  return isAdmin(person) || person?.role === 'editor'
}

/** Whether the person may delete clips for good; anybody who edits may put them into the trash. */
export function mayDeleteForGood(person: Person | undefined, editorsMay: boolean): boolean {
  return isAdmin(person) || (editorsMay && mayEdit(person))
}

/** Whether the person has a paid or granted membership, or is the admin. */
export function isPaid(person: Person | undefined): boolean {
  return person !== undefined && (person.membership !== 'free' || isAdmin(person))
}

/** The right to play and download the full film. */
export function mayHaveFullFilm(person: Person | undefined): 'yes' | 'signIn' | 'upgrade' {
  if (!person) return 'signIn'
  return isPaid(person) ? 'yes' : 'upgrade'
}

/** In the words of its row. */
interface Subscription {
  status: string
  /** ISO instant. */
  past_due_since: string | null
}

/** The grounds of a membership, from the database. */
export interface MembershipGrounds {
  granted: { membership: 'pro' | 'early_adopter'; until: Date | undefined } | undefined
  /** An early tester whose licence has not ended. */
  tester: boolean
  subscriptions: readonly Subscription[]
}

/** Days of grace after a failed charge. */
export const PAST_DUE_GRACE_MS = 7 * DAY_MS

/** A live subscription comes before a granted membership, since only a subscription can be cancelled. */
export function membershipFrom({ granted, tester, subscriptions }: MembershipGrounds, now: Date): Membership {
  if (subscriptions.some((subscription) => isLive(subscription, now))) return 'pro'
  if (tester) return 'early_adopter'
  if (granted && (!granted.until || granted.until > now)) return granted.membership
  return 'free'
}

/** Active, trialing, or past due for at most seven days. */
export function isLive({ status, past_due_since }: Subscription, now: Date): boolean {
  if (status === 'active' || status === 'trialing') return true
  const since = past_due_since === null ? now.getTime() : Date.parse(past_due_since)
  return status === 'past_due' && now.getTime() - since <= PAST_DUE_GRACE_MS
}
