import { randomUUID } from 'node:crypto'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { Membership, Role } from '#domain/membership/membership.ts'
import { login } from '#server/accounts/login.ts'
import { createAdmin } from '#server/accounts/operator-accounts.ts'
import { hashPassword } from '#server/accounts/password/password.ts'
import { createAccount } from '#server/accounts/register.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import type { Deps } from '#server/deps.ts'

export interface TestMember {
  id: number
  name: string
  email: string
  password: string
  access_token: string
  refresh_token: string
  /** Headers of a signed-in request. */
  headers: { authorization: string }
}

interface Wanted {
  /** Granted by the operator; default `free`. */
  membership?: Membership
  /** Given by the admin. */
  role?: Role
  /** Account 1; one per database. */
  admin?: boolean
  name?: string
  email?: string
  password?: string
}

/** A signed-in member. Pass only what matters to the test. */
export async function aMember(deps: Pick<Deps, 'db' | 'now'>, wanted: Wanted = {}): Promise<TestMember> {
  const {
    membership = 'free',
    admin = false,
    role,
    name = 'Aoi',
    email = `${randomUUID()}@example.com`,
    password = 'nagareru-mizu',
  } = wanted
  const given = { name, email, password }
  const { user, access_token, refresh_token } = admin
    ? await admitAdmin(deps, given)
    : await admit(deps, given)
  if (membership !== 'free') await grant(deps, user.id, membership)
  if (role) await deps.db.updateTable('users').set({ role }).where('id', '=', user.id).execute()
  const headers = { authorization: `Bearer ${access_token}` }
  return { id: user.id, ...given, access_token, refresh_token, headers }
}

/** Logs a member without a second factor in. */
export async function logIn(...asked: Parameters<typeof login>): Promise<SignedIn> {
  const answer = await login(...asked)
  if (answer.status !== 'OK') throw new Error('a second factor is required')
  return answer
}

type Given = Required<Pick<Wanted, 'name' | 'email' | 'password'>>

const hashes = new Map<string, Promise<string>>()

/** Hashes a password once: that takes longer than most tests. */
function hashOf(password: string): Promise<string> {
  const kept = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, kept)
  return kept
}

async function admit(deps: Pick<Deps, 'db' | 'now'>, given: Given) {
  const account = { ...given, earlyPilot: false, locale: 'en' } as const
  const hash = await hashOf(given.password)
  const { db, now } = deps
  const userId = await db.transaction().execute((trx) => createAccount({ db: trx, now }, account, hash))
  if (userId === undefined) throw new Error(`${given.email} has an account already`)
  return signIn(deps, { userId, userAgent: 'test' })
}

async function admitAdmin(deps: Pick<Deps, 'db' | 'now'>, given: Given) {
  if (!(await createAdmin(deps, given))) throw new Error('there is an admin already')
  return signIn(deps, { userId: 1, userAgent: 'test' })
}

async function grant({ db }: Pick<Deps, 'db'>, id: number, membership: 'pro' | 'early_adopter') {
  await db.updateTable('users').set({ granted_membership: membership }).where('id', '=', id).execute()
}
