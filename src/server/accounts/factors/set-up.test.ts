import { expect, test } from 'vitest'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { codeOf } from '../../../../tests/support/factors/authenticator-codes.ts'
import {
  memberOf,
  newPasskey,
  withApp,
  withPasskey,
} from '../../../../tests/support/factors/members-with-factors.ts'
import { softAuthenticator } from '../../../../tests/support/factors/soft-authenticator.ts'
import { type Accounts, accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aMember, logIn } from '../../../../tests/support/shop/members.ts'
import { memberByAccessToken } from '../person.ts'
import { beginApp, confirmApp, removeApp } from './authenticator-app.ts'
import { removeAllFactors, renewRecoveryCodes } from './change-factors.ts'
import { factorUpkeep } from './factor-upkeep.ts'
import { addPasskey, askNewPasskey, removePasskey, renamePasskey } from './passkeys.ts'
import { prove } from './prove.ts'
import { sealedSecrets } from './sealed-secrets.ts'
import { listFactors, requireProof } from './session-proof.ts'
import { acceptCode } from './totp.ts'

const here = { address: '192.0.2.7', userAgent: 'test' }
const wrong = { code: 'factorWrong' }

const isSignedIn = async ({ deps }: Accounts, { access_token }: { access_token: string }) =>
  (await memberByAccessToken(deps, access_token)) !== undefined

const sessionAsks = ({ deps }: Accounts, sessionId: string, wanted: 'any' | 'full' | 'factor') =>
  requireProof(deps, sessionId, { wanted }).then(
    () => 'nothing',
    ({ code }) => code,
  )

describePlainSql('setting up a second factor', (open) => {
  const shop = async () => accountsOn(await open())

  test('gives ten recovery codes at first, ends the other sessions, is logged and mailed', async () => {
    const accounts = await shop()
    const { deps, post } = accounts
    const person = await aMember(deps)
    const other = await logIn(deps, person, here)
    await deps.db.updateTable('users').set({ locale: 'ja' }).execute()
    const member = await memberOf(accounts, person)
    await post()
    const codes = await newPasskey(accounts, member, softAuthenticator())
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/)
    expect(await isSignedIn(accounts, person)).toBe(true)
    expect(await isSignedIn(accounts, other)).toBe(false)
    expect(await post()).toMatchObject([{ subject: '【Nagare】2段階認証の変更のお知らせ' }])
    const audits = await deps.db.selectFrom('audit_records').selectAll().execute()
    expect(audits).toMatchObject([{ actor: `user:${person.id}`, action: 'factor.add', user_id: person.id }])
    expect(await newPasskey(accounts, member, softAuthenticator())).toEqual([])
    expect(await listFactors(deps, person.id)).toMatchObject({
      passkeys: [{ name: 'Phone', last_used: null }, { name: 'Phone' }],
      app: null,
      recovery_codes: 10,
    })
  })

  test('accepts only a passkey made for this site and session, once', async () => {
    const accounts = await shop()
    const { deps } = accounts
    const [one, other] = [await aMember(deps), await aMember(deps)]
    const [member, stranger] = [await memberOf(accounts, one), await memberOf(accounts, other)]
    const { challenge } = await askNewPasskey(deps, member)
    const key = softAuthenticator()
    const made = { challenge, name: 'Phone', passkey: key.make({ challenge }) }
    for (const passkey of [
      key.make({ challenge, origin: 'https://evil.example' }),
      key.make({ challenge, rpId: 'evil.example' }),
      key.make({ challenge: (await askNewPasskey(deps, member)).challenge }),
      key.use({ challenge }),
    ])
      await expect(addPasskey(deps, member, { ...made, passkey })).rejects.toMatchObject(wrong)
    await expect(addPasskey(deps, stranger, made)).rejects.toMatchObject({ code: 'challengeExpired' })
    await addPasskey(deps, member, made)
    await expect(addPasskey(deps, member, made)).rejects.toMatchObject({ code: 'challengeExpired' })
    const { challenge: second } = await askNewPasskey(deps, stranger)
    const stolen = { challenge: second, name: 'Phone', passkey: key.make({ challenge: second }) }
    await expect(addPasskey(deps, stranger, stolen)).rejects.toMatchObject(wrong)
  })

  test('of an app changes nothing until its first code is right, and is stored encrypted', async () => {
    const accounts = await shop()
    const { deps } = accounts
    const person = await aMember(deps)
    const member = await memberOf(accounts, person)
    const first = await beginApp(deps, member)
    const { secret, uri } = await beginApp(deps, member)
    expect(uri).toContain(`secret=${secret}`)
    expect(await logIn(deps, person, here)).toMatchObject({ status: 'OK' })
    await expect(confirmApp(deps, member, codeOf(first.secret, deps.now()))).rejects.toMatchObject(wrong)
    expect((await confirmApp(deps, member, codeOf(secret, deps.now()))).recovery_codes).toHaveLength(10)
    await expect(beginApp(deps, member)).rejects.toMatchObject({ code: 'badRequest' })
    const row = await deps.db.selectFrom('authenticator_apps').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  test('can be undone: the other sessions end, and with the last factor the codes are gone', async () => {
    const accounts = await shop()
    const { deps } = accounts
    const person = await withApp(accounts)
    const key = softAuthenticator()
    await newPasskey(accounts, person.member, key)
    await renamePasskey(deps, person.id, { id: key.id, name: 'Laptop' })
    await removePasskey(deps, person.member, key.id)
    const last = deps.db.selectFrom('audit_records').select(['action', 'user_id']).orderBy('id', 'desc')
    expect(await last.executeTakeFirst()).toEqual({ action: 'factor.remove', user_id: person.id })
    expect(await listFactors(deps, person.id)).toMatchObject({ passkeys: [], recovery_codes: 10 })
    await removeApp(deps, person.member)
    expect(await listFactors(deps, person.id)).toEqual({ passkeys: [], app: null, recovery_codes: 0 })
    expect(await isSignedIn(accounts, person)).toBe(true)
    expect(await logIn(deps, person, here)).toMatchObject({ status: 'OK' })
    await expect(renewRecoveryCodes(deps, person.id)).rejects.toMatchObject({ code: 'badRequest' })
  })

  test('cannot be done by others', async () => {
    const accounts = await shop()
    const { deps } = accounts
    const [owner, other] = [await withPasskey(accounts), await withPasskey(accounts)]
    const gone = { code: 'notFound' }
    await expect(removePasskey(deps, other.member, owner.key.id)).rejects.toMatchObject(gone)
    await expect(renamePasskey(deps, other.id, { id: owner.key.id, name: 'Mine' })).rejects.toMatchObject(
      gone,
    )
    await expect(removeApp(deps, other.member)).rejects.toMatchObject(gone)
  })

  test('makes new codes, and the old ones are void', async () => {
    const accounts = await shop()
    const person = await withApp(accounts)
    const { recovery_codes } = await renewRecoveryCodes(accounts.deps, person.id)
    const { member } = person
    await expect(prove(accounts.deps, member, { recovery: person.codes[0]! })).rejects.toMatchObject(wrong)
    await prove(accounts.deps, member, { recovery: recovery_codes[0]! })
    expect(await listFactors(accounts.deps, person.id)).toMatchObject({ recovery_codes: 9 })
  })

  test('can be removed by the operator, which signs the member out', async () => {
    const accounts = await shop()
    const { deps } = accounts
    const [person, other] = [await withApp(accounts), await withApp(accounts)]
    expect(await removeAllFactors(deps, person.id)).toBe(true)
    expect(await removeAllFactors(deps, person.id)).toBe(false)
    expect((await listFactors(deps, other.id)).app).not.toBeNull()
    expect(await isSignedIn(accounts, person)).toBe(false)
    expect(await logIn(deps, person, here)).toMatchObject({ status: 'OK' })
    const last = deps.db.selectFrom('audit_records').selectAll().orderBy('id', 'desc')
    expect(await last.executeTakeFirst()).toMatchObject({ actor: 'cli', action: 'factor.remove' })
  })
})

describePlainSql('a session of an account with a second factor', (open) => {
  test('made without it cannot use the studio before proving it', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const person = await withApp(accounts)
    const old = { password_at: deps.now().toISOString(), factor_at: null, factor: null }
    const { sessionId } = person.member
    await deps.db.updateTable('sessions').set(old).where('id', '=', sessionId).execute()
    expect(await sessionAsks(accounts, sessionId, 'factor')).toBe('factorRequired')
    expect(await sessionAsks(accounts, sessionId, 'any')).toBe('factorRequired')
    await expect(prove(deps, person.member, { code: '000000' })).rejects.toMatchObject(wrong)
    await prove(deps, person.member, { code: codeOf(person.secret, deps.now()) })
    for (const wanted of ['factor', 'any', 'full'] as const)
      expect(await sessionAsks(accounts, sessionId, wanted), wanted).toBe('nothing')
  })

  test('must prove again after ten minutes, and both for changes of the factors', async () => {
    const accounts = accountsOn(await open())
    const { deps, pass } = accounts
    const person = await withPasskey(accounts)
    const { sessionId, id } = person.member
    pass(10 * 60_000)
    expect(await sessionAsks(accounts, sessionId, 'factor')).toBe('nothing')
    expect(await sessionAsks(accounts, sessionId, 'any')).toBe('proofRequired')
    await prove(deps, { id, sessionId }, { password: person.password })
    expect(await sessionAsks(accounts, sessionId, 'any')).toBe('nothing')
    expect(await sessionAsks(accounts, sessionId, 'full')).toBe('fullProofRequired')
  })

  test('allows ten wrong codes, then blocks for a while', async () => {
    const accounts = accountsOn(await open())
    const { member } = await withApp(accounts)
    for (let time = 0; time < 10; time++)
      await expect(prove(accounts.deps, member, { code: '000000' })).rejects.toMatchObject(wrong)
    await expect(prove(accounts.deps, member, { code: '000000' })).rejects.toMatchObject({
      code: 'tooManyRequests',
    })
  })

  test('keeps its challenge while upkeep deletes old ones', async () => {
    const { deps } = accountsOn(await open())
    const expires = (ms: number) => new Date(deps.now().getTime() + ms).toISOString()
    const asked = { purpose: 'passkey', user_id: null, session_id: null } as const
    await deps.db
      .insertInto('factor_challenges')
      .values([
        { ...asked, challenge_hash: 'old', expires_at: expires(-1) },
        { ...asked, challenge_hash: 'new', expires_at: expires(0) },
      ])
      .execute()
    await factorUpkeep.run(deps, { state: {} } as never)
    const left = await deps.db.selectFrom('factor_challenges').select('challenge_hash').execute()
    expect(left).toEqual([{ challenge_hash: 'new' }])
  })

  test('keeps its app after a rotation of MEDIA_KEYS with both keys', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const { member, secret } = await withApp(accounts)
    const [older, newer] = ['k'.repeat(43), 'n'.repeat(43)]
    deps.secrets = sealedSecrets([newer, older])
    await factorUpkeep.run(deps, { state: {} } as never)
    deps.secrets = sealedSecrets([newer])
    await prove(deps, member, { code: codeOf(secret, deps.now()) })
    const complaints = () => accounts.logged.filter((line) => line.includes('MEDIA_KEYS was changed')).length
    expect(complaints()).toBe(0)
    deps.secrets = sealedSecrets(['x'.repeat(43)])
    accounts.pass(60_000)
    await expect(prove(deps, member, { code: codeOf(secret, deps.now()) })).rejects.toMatchObject(wrong)
    expect(complaints(), 'the operator is told').toBe(1)
    await factorUpkeep.run(deps, { state: {} } as never)
    expect(complaints()).toBe(2)
  })

  test('has at most twenty passkeys', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const { member } = await withPasskey(accounts)
    const [one] = await deps.db.selectFrom('passkeys').selectAll().execute()
    for (let more = 0; more < 18; more++)
      await deps.db
        .insertInto('passkeys')
        .values({ ...one!, id: `key-${more}` })
        .execute()
    await askNewPasskey(deps, member)
    await deps.db
      .insertInto('passkeys')
      .values({ ...one!, id: 'the-twentieth' })
      .execute()
    await expect(askNewPasskey(deps, member)).rejects.toMatchObject({ code: 'badRequest' })
  })

  test('cannot use an unfinished app as proof, nor one code twice for the set-up', async () => {
    const accounts = accountsOn(await open())
    const { deps } = accounts
    const [member, other] = [await aMember(deps), await withApp(accounts)]
    const { secret } = await beginApp(deps, member)
    const accept = (userId: number, of: string, isPending: boolean) =>
      acceptCode(deps.db, deps, { userId, code: codeOf(of, deps.now()), isPending })
    expect(await accept(member.id, secret, false)).toBe(false)
    expect(await accept(other.id, other.secret, true)).toBe(false)
    expect(await accept(member.id, secret, true)).toBe(true)
    expect(await accept(member.id, secret, true)).toBe(false)
    expect(await accept(other.id, other.secret, false), 'the other’s code is still good').toBe(true)
  })
})

test('a sealed secret opens only for its owner, with a known key', () => {
  const secrets = sealedSecrets(['k'.repeat(43)])
  const sealed = secrets.seal('water', 'app of 7')
  expect(secrets.open(sealed, 'app of 7')).toBe('water')
  expect(secrets.open(sealed, 'app of 8')).toBeUndefined()
  const forged = sealed.replace(/[^.](?=[^.]*$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect(secrets.open(forged, 'app of 7')).toBeUndefined()
  expect(secrets.open('rubbish', 'app of 7')).toBeUndefined()
  expect(sealedSecrets(['n'.repeat(43)]).open(sealed, 'app of 7')).toBeUndefined()
  expect(secrets.seal('water', 'app of 7')).not.toBe(sealed)
})
