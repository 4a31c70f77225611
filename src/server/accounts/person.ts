import type { Kysely } from 'kysely'
import { type Membership, membershipFrom, type Person } from '#domain/membership/membership.ts'
import type { KeyScope } from '#domain/people/key-scopes.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { sha256 } from './session/tokens.ts'

/** Stripe statuses of subscriptions that may still count. */
const MAY_BE_LIVE = ['active', 'trialing', 'past_due']

/** An account with its present membership. */
export interface AccountPerson extends Person {
  name: string
  email: string
}

export interface Member extends AccountPerson {
  /** Empty for a key. */
  sessionId: string
  /** What a program may do with the key that it sent, if it sent one. */
  key?: { id: number; scopes: readonly KeyScope[] }
}

export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['execute']>>[number]

/** People with everything that their membership is derived from: a row per subscription, or one row without. */
export function selectPeople(db: Kysely<Database>) {
  return db
    .selectFrom('users')
    .leftJoin('testers', (join) =>
      join.onRef('testers.user_id', '=', 'users.id').on('testers.ended_at', 'is', null),
    )
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.user_id', '=', 'users.id').on('subscriptions.status', 'in', MAY_BE_LIVE),
    )
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.granted_membership',
      'users.granted_until',
      'testers.user_id as tester',
      'subscriptions.status',
      'subscriptions.past_due_since',
    ])
}

/** `rows` are all rows of one person; undefined when empty. */
export function personFrom(rows: readonly PersonRow[], now: Date): AccountPerson | undefined {
  const [row] = rows
  if (!row) return undefined
  const { id, name, email, role } = row
  return { id, name, email, role, membership: membershipOf(row, rows, now) }
}

/** Undefined when the account is gone. */
export async function findPerson(
  db: Kysely<Database>,
  id: number,
  now: Date,
): Promise<AccountPerson | undefined> {
  return personFrom(await selectPeople(db).where('users.id', '=', id).execute(), now)
}

/** The holder of an access token, in one query. Undefined for an unknown or expired token or an ended session. */
export async function memberByAccessToken(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<Member | undefined> {
  const at = now()
  const rows = await selectPeople(db)
    .innerJoin('access_tokens', 'access_tokens.user_id', 'users.id')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .select('sessions.id as sessionId')
    .where('access_tokens.token_hash', '=', sha256(token))
    .where('access_tokens.expires_at', '>', at.toISOString())
    .where('sessions.expires_at', '>', at.toISOString())
    .where('sessions.revoked_at', 'is', null)
    // A sign-in at the very moment of the suspension.
    .where('users.suspended_at', 'is', null)
    .execute()
  const person = personFrom(rows, at)
  return person && { ...person, sessionId: rows[0]!.sessionId }
}

function membershipOf(row: PersonRow, rows: readonly PersonRow[], now: Date): Membership {
  const { granted_membership: membership, granted_until: until, tester } = row
  return membershipFrom(
    {
      granted: membership ? { membership, until: until === null ? undefined : new Date(until) } : undefined,
      tester: tester !== null,
      subscriptions: rows.flatMap(({ status, past_due_since }) =>
        status === null ? [] : [{ status, past_due_since }],
      ),
    },
    now,
  )
}
