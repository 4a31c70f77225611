import { expect, test } from 'vitest'
import { listSessions } from '#server/accounts/session/end-session.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aSubscription, aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { grantMembership } from './grant-membership.ts'
import {
  endSessionsOfMember,
  giveRole,
  sendMemberPasswordMail,
  sendMemberVerification,
} from './member-acts.ts'

describePlainSql('the operator acts on one of two members', (open) => {
  /** Aoi, who is acted on, and Ren; nobody has id 1, the admin's. */
  async function aoiAndRen() {
    const { deps, post, pass } = accountsOn(await open())
    const { db } = deps
    const id = await aUser(db, { id: 7, email: 'aoi@x.jp', email_normalised: 'aoi@x.jp' })
    const ren = await aUser(db, { id: 8, email: 'ren@x.jp', email_normalised: 'ren@x.jp' })
    let woken = 0
    deps.events.on('jobQueued', () => woken++)
    const actor = { id: 1 }
    return {
      ...{ deps, db, post, pass, id, ren, actor, who: { id, actor }, nobody: { id: 987, actor } },
      woken: () => woken,
      account: (user: number) =>
        db.selectFrom('users').selectAll().where('id', '=', user).executeTakeFirstOrThrow(),
      async log() {
        const rows = await db.selectFrom('audit_records').selectAll().orderBy('id').execute()
        return rows.map(({ action, user_id, detail }) => [action, user_id, JSON.parse(detail)])
      },
      refused: (act: Promise<unknown>, code: string) => expect(act).rejects.toMatchObject({ code }),
    }
  }

  test('a role is given and taken once, and logged once', async () => {
    const { deps, db, who, nobody, ren, account, log, refused } = await aoiAndRen()
    for (const role of ['editor', 'editor', null, null] as const) {
      await giveRole(deps, who, role)
      expect((await account(who.id)).role).toBe(role)
      expect((await account(ren)).role).toBe(null)
    }
    await db.updateTable('users').set({ role: 'editor' }).where('id', '=', ren).execute()
    await giveRole(deps, who, null)
    expect((await account(ren)).role).toBe('editor')
    await refused(giveRole(deps, nobody, 'editor'), 'notFound')
    expect(await log()).toEqual([
      ['role.give', who.id, { before: { role: null }, after: { role: 'editor' } }],
      ['role.take', who.id, { before: { role: 'editor' }, after: { role: null } }],
    ])
  })

  test('only Aoi is signed out', async () => {
    const { deps, who, nobody, ren, log, refused } = await aoiAndRen()
    for (const userId of [who.id, ren]) await signIn(deps, { userId, userAgent: 'phone' })
    await endSessionsOfMember(deps, who)
    const sessions = async (id: number) => (await listSessions(deps, { id, sessionId: '' })).sessions.length
    expect([await sessions(who.id), await sessions(ren)]).toEqual([0, 1])
    await refused(endSessionsOfMember(deps, nobody), 'notFound')
    expect(await log()).toEqual([['session.end', who.id, {}]])
  })

  test('only Aoi gets a link for a new password, at once, and three at most', async () => {
    const { deps, who, nobody, ren, actor, post, log, woken, refused } = await aoiAndRen()
    await sendMemberPasswordMail(deps, who)
    expect(woken()).toBe(1)
    expect((await post()).map(({ to }) => to)).toEqual(['aoi@x.jp'])
    for (let sent = 1; sent < 3; sent++) await sendMemberPasswordMail(deps, who)
    await refused(sendMemberPasswordMail(deps, who), 'tooManyRequests')
    await refused(sendMemberPasswordMail(deps, nobody), 'notFound')
    expect(woken()).toBe(3)
    expect(await log()).toEqual(Array(3).fill(['member.password_mail', who.id, {}]))
    await sendMemberPasswordMail(deps, { id: ren, actor })
  })

  test('an address is confirmed again only if it or a new one waits for it', async () => {
    const { deps, db, who, nobody, post, log, woken, refused } = await aoiAndRen()
    const set = (values: { email_verified_at?: string; new_email?: string }) =>
      db.updateTable('users').set(values).where('id', '=', who.id).execute()
    await sendMemberVerification(deps, who)
    expect((await post()).map(({ to }) => to)).toEqual(['aoi@x.jp'])
    await set({ email_verified_at: '2026-11-01T00:00:00.000Z' })
    await refused(sendMemberVerification(deps, who), 'badRequest')
    await refused(sendMemberVerification(deps, nobody), 'notFound')
    expect([woken(), await post()]).toEqual([1, []])
    await set({ new_email: 'aoi@new.jp' })
    await sendMemberVerification(deps, who)
    expect((await post()).map(({ to }) => to)).toEqual(['aoi@new.jp'])
    await sendMemberVerification(deps, who)
    await refused(sendMemberVerification(deps, who), 'tooManyRequests')
    expect(woken()).toBe(3)
    expect(await log()).toEqual(Array(3).fill(['member.verification_mail', who.id, {}]))
  })

  test('a grant is one member’s, and each change of it is logged once', async () => {
    const { deps, db, who, nobody, ren, account, log } = await aoiAndRen()
    const until = new Date(deps.now().getTime() + 1000)
    await db.updateTable('users').set({ granted_membership: 'early_adopter' }).where('id', '=', ren).execute()
    const grants = [
      { membership: 'pro' },
      { membership: 'pro', until },
      { membership: 'early_adopter', until },
    ]
    for (const grant of grants as Parameters<typeof grantMembership>[2][])
      for (const _ of [1, 2]) expect(await grantMembership(deps, who, grant)).toBe(grant.membership)
    expect(await account(who.id)).toMatchObject({ granted_until: until.toISOString() })
    for (const _ of [1, 2]) expect(await grantMembership(deps, who, { membership: null, until })).toBe('free')
    expect(await account(who.id)).toMatchObject({ granted_membership: null, granted_until: null })
    expect(await account(ren)).toMatchObject({ granted_membership: 'early_adopter' })
    expect(await grantMembership(deps, nobody, { membership: 'pro' })).toBe(undefined)
    const day = until.toISOString()
    const states = [
      { membership: null, until: null },
      { membership: 'pro', until: null },
      { membership: 'pro', until: day },
      { membership: 'early_adopter', until: day },
      { membership: null, until: null },
    ]
    expect(await log()).toEqual(
      states.slice(1).map((after, at) => {
        const action = after.membership ? 'grant.made' : 'grant.revoked'
        return [action, who.id, { before: states[at], after }]
      }),
    )
  })

  test('who loses a membership by it gets a mail, and nobody else', async () => {
    const { deps, db, who, ren, actor, post, pass } = await aoiAndRen()
    const other = { id: ren, actor }
    const grant = (of: typeof who, membership: 'pro' | null, until?: Date) =>
      grantMembership(deps, of, { membership, until })
    await grant(who, 'pro')
    await grant(who, null)
    expect((await post()).map(({ to }) => to)).toEqual(['aoi@x.jp'])
    // Over already.
    await grant(who, 'pro', new Date(deps.now().getTime() + 1000))
    pass(1000)
    await grant(who, null)
    // Pays, too.
    await grant(other, 'pro')
    await aSubscription(db, ren)
    expect(await grant(other, null)).toBe('pro')
    expect(await post()).toEqual([])
  })
})
