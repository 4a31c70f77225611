import type { MemberDetails } from '#contract/studio/members/members.ts'
import { SET_KINDS, type SetKind } from '#domain/sets/set-kind.ts'
import { listSessions } from '#server/accounts/session/end-session.ts'
import { logPage } from '#server/audit-log/list-log.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import type { Site } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { setUrl, TABLES } from '#server/sets/set-kind.ts'
import { memberLines } from './member-lines.ts'

const SHOWN = 20

type ShowDeps = Pick<Deps, 'db' | 'now' | 'payments'> & { site: Pick<Site, 'url'> }

/** A member with the grounds of the membership; undefined if there is no such account. */
export async function showMember(deps: ShowDeps, id: number): Promise<MemberDetails | undefined> {
  const { db, now } = deps
  const [line] = await memberLines(db, [id], now())
  if (!line) return undefined
  const { granted_membership: membership, granted_until: until, ...account } = await accountOf(db, id)
  const { suspended_at: at, suspended_reason: reason, ...texts } = account
  const grant = membership && { membership, until, ended: until !== null && new Date(until) <= now() }
  return {
    ...{ ...line, ...texts, grant, suspension: at === null ? null : { at, reason: reason ?? '' } },
    state: await membershipState(deps, id),
    subscriptions: await subscriptionsOf(db, id),
    tester: await testerOf(db, id),
    licences: await licencesOf(db, id),
    sets: await setsOf(deps, id),
    ...(await listSessions({ db, now }, { id, sessionId: '' })),
    history: (await logPage(db, { member: id }, { before: undefined, limit: SHOWN })).entries,
    customers: await customersOf(deps, id),
  }
}

function accountOf(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['new_email', 'locale', 'granted_membership', 'granted_until'])
    .select(['suspended_at', 'suspended_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function subscriptionsOf(db: Db, id: number): Promise<MemberDetails['subscriptions']> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'plan', 'amount', 'currency', 'current_period_end', 'cancel_at'])
    .select(['cancel_at_period_end', 'ended_at', 'end_reason'])
    .where('user_id', '=', id)
    .orderBy('created', 'desc')
    .execute()
  return rows.map(({ cancel_at, cancel_at_period_end, ...row }) => ({
    ...row,
    cancel_at_period_end: cancel_at_period_end === 1 || cancel_at !== null,
  }))
}

async function testerOf(db: Db, id: number): Promise<MemberDetails['tester']> {
  const row = await db
    .selectFrom('testers')
    .leftJoin('tester_keys', 'tester_keys.id', 'testers.key_id')
    .select(['testers.claimed_at', 'testers.ended_at', 'tester_keys.label'])
    .where('testers.user_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

async function licencesOf(db: Db, id: number): Promise<MemberDetails['licences']> {
  const { count, last } = await db
    .selectFrom('downloads')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.max('created').as('last')])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return { count: Number(count), last }
}

async function setsOf(deps: ShowDeps, id: number): Promise<MemberDetails['sets']> {
  const ofKind = async (kind: SetKind) => {
    const rows = await deps.db
      .selectFrom(TABLES[kind])
      .select(['slug', 'name'])
      .where('created_by', '=', id)
      .orderBy('created', 'desc')
      .limit(SHOWN)
      .execute()
    return rows.map(({ slug, name }) => ({ kind, id: slug, name, url: setUrl(deps, kind, slug) }))
  }
  return (await Promise.all(SET_KINDS.map(ofKind))).flat()
}

async function customersOf({ db, payments }: ShowDeps, id: number): Promise<MemberDetails['customers']> {
  if (payments.mode === 'off') return []
  const rows = await db.selectFrom('stripe_customers').select('id').where('user_id', '=', id).execute()
  return rows.map((customer) => ({ id: customer.id, url: payments.dashboard(customer.id) }))
}
