import { beginApp, confirmApp } from '#server/accounts/factors/authenticator-app.ts'
import { addPasskey, askNewPasskey } from '#server/accounts/factors/passkeys.ts'
import { type Member, memberByAccessToken } from '#server/accounts/person.ts'
import type { Accounts } from '../shop/account-deps.ts'
import { aMember, type TestMember } from '../shop/members.ts'
import { codeOf } from './authenticator-codes.ts'
import { type SoftAuthenticator, softAuthenticator } from './soft-authenticator.ts'

export interface FactorMember extends TestMember {
  member: Member
  /** Recovery codes of the first factor. */
  codes: string[]
}

/** A member in the form that endpoints use. */
export async function memberOf(
  { deps }: Accounts,
  { access_token }: { access_token: string },
): Promise<Member> {
  return (await memberByAccessToken(deps, access_token))!
}

/** A member with an authenticator app; its next code works. */
export async function withApp(accounts: Accounts): Promise<FactorMember & { secret: string }> {
  const person = await aMember(accounts.deps)
  const member = await memberOf(accounts, person)
  const { secret } = await beginApp(accounts.deps, member)
  const added = await confirmApp(accounts.deps, member, codeOf(secret, accounts.deps.now()))
  accounts.pass(60_000)
  return { ...person, member, secret, codes: added.recovery_codes ?? [] }
}

/** A member with a passkey. */
export async function withPasskey(accounts: Accounts): Promise<FactorMember & { key: SoftAuthenticator }> {
  const person = await aMember(accounts.deps)
  const member = await memberOf(accounts, person)
  const key = softAuthenticator()
  const codes = await newPasskey(accounts, member, key)
  return { ...person, member, key, codes }
}

/** Adds a passkey; returns the recovery codes that came with it. */
export async function newPasskey(
  { deps }: Accounts,
  member: Member,
  key: SoftAuthenticator,
): Promise<string[]> {
  const { challenge } = await askNewPasskey(deps, member)
  const made = { challenge, name: 'Phone', passkey: key.make({ challenge }) }
  return (await addPasskey(deps, member, made)).recovery_codes ?? []
}
