import type { SignedIn } from '#contract/accounts.ts'
import { readPerson } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { openSession, type SessionTokens } from './sessions.ts'

type Where = Pick<Deps, 'db' | 'now'>

/** Begins a session and says what register and login answer. */
export async function signIn(deps: Where, who: { userId: number; userAgent: string }): Promise<SignedIn> {
  return signedIn(deps, who.userId, await openSession(deps, who))
}

export async function signedIn({ db, now }: Where, userId: number, tokens: SessionTokens): Promise<SignedIn> {
  const { id, name, membership, email } = await readPerson(db, userId, now())
  return { status: 'OK', user: { id, name, membership, email }, ...tokens }
}
