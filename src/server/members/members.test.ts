import { expect, test } from 'vitest'
import type { MemberFilter } from '#contract/studio/members/members.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { MemberOrder } from '#domain/studio/member-filters.ts'
import { createAdmin } from '#server/accounts/operator-accounts.ts'
import { listSessions } from '#server/accounts/session/end-session.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aSubscription, aUser } from '../../../tests/support/database/rows.ts'
import { rowsOf } from '../../../tests/support/read-csv.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { exportMembers } from './export-members.ts'
import { grantMembership } from './grant-membership.ts'
import { listMembers, memberPages } from './list-members.ts'
import {
  endSessionsOfMember,
  giveRole,
  sendMemberPasswordMail,
  sendMemberVerification,
} from './member-acts.ts'
import { showMember } from './show-member.ts'

describePlainSql('members', (open) => {
  /** One member of each sort, by name. */
  async function everySort() {
    const shop = accountsOn(await open())
    const { deps } = shop
    const { db } = deps
    const ago = (days: number) => new Date(deps.now().getTime() - days * DAY_MS).toISOString()
    await createAdmin(deps, { name: 'admin', email: 'admin@example.com', password: 'nagareru-mizu' })
    const ids: Record<string, number> = { admin: 1 }
    const add = async (name: string, values: Parameters<typeof aUser>[1] = {}) =>
      (ids[name] = await aUser(db, { name, ...values }))
    await add('free')
    await add('editor', { role: 'editor' })
    for (const status of ['active', 'trialing', 'past_due', 'canceled'])
      await aSubscription(db, await add(status), { status })
    await aSubscription(db, await add('unpaid long ago'), { status: 'past_due', past_due_since: ago(8) })
    await add('given', { granted_membership: 'pro' })
    await add('was given', { granted_membership: 'pro', granted_until: ago(1) })
    await add('early', { granted_membership: 'early_adopter' })
    await db
      .insertInto('testers')
      .values({
        user_id: await add('tester', { granted_membership: 'pro' }),
        key_id: null,
        claimed_at: ago(2),
      })
      .execute()
    // Twice in the index of a status.
    await aSubscription(db, ids.canceled!, { status: 'canceled' })
    const names = async (filter: MemberFilter, order: MemberOrder = 'oldest') => {
      const { members } = await listMembers(deps, { order, ...filter })
      return members.map(({ name }) => name)
    }
    return { ...shop, db, ids, names, actor: { id: 1 } }
  }

  test('are listed by membership and by its ground', async () => {
    const { names } = await everySort()
    expect(await names({ group: 'pro' })).toEqual(['active', 'trialing', 'past_due', 'given'])
    expect(await names({ group: 'early_adopter' })).toEqual(['early', 'tester'])
    const free = ['admin', 'free', 'editor', 'canceled', 'unpaid long ago', 'was given']
    expect(await names({ group: 'free' })).toEqual(free)
    expect(await names({ group: 'editor' })).toEqual(['editor'])
    expect(await names({ group: 'admin' }, 'newest')).toEqual(['admin'])
    expect(await names({ reason: 'past_due' })).toEqual(['past_due', 'unpaid long ago'])
    expect(await names({ reason: 'past_due', group: 'pro' })).toEqual(['past_due'])
    expect(await names({ reason: 'canceled' })).toEqual(['canceled'])
    expect(await names({ reason: 'granted' }, 'newest')).toEqual(['tester', 'early', 'given'])
    expect(await names({ reason: 'tester' })).toEqual(['tester'])
  })

  test('each has exactly one membership, the same as on their page', async () => {
    const { deps, ids } = await everySort()
    const seen: string[] = []
    for (const group of ['free', 'pro', 'early_adopter'] as const)
      for await (const page of memberPages(deps, { group }, 'newest'))
        for (const { name, membership } of page) {
          expect(membership, name).toBe(group)
          seen.push(name)
        }
    expect(seen.toSorted()).toEqual(Object.keys(ids).toSorted())
  })

  test('are found by a part of name or address, with any characters, and by a whole address', async () => {
    const { db, names } = await everySort()
    await aUser(db, { name: '山田 100%', email: 'Yama@x.jp', email_normalised: 'yama@x.jp' })
    await aUser(db, { name: 'Other', email: 'my-yama@x.jp', email_normalised: 'my-yama@x.jp' })
    expect(await names({ q: '山田' })).toEqual(['山田 100%'])
    expect(await names({ q: '0%' })).toEqual(['山田 100%'])
    expect(await names({ q: '_' })).toEqual(['past_due'])
    expect(await names({ q: 'YAMA' })).toEqual(['山田 100%', 'Other'])
    expect(await names({ q: 'YAMA@x.jp' })).toEqual(['山田 100%'])
    expect(await names({ q: '1', group: 'admin' })).toEqual(['admin'])
    expect(await names({ q: 'past', group: 'pro' })).toEqual(['past_due'])
  })

  test('a long list comes in pages without a gap or a repetition, both ways', async () => {
    const { deps } = await everySort()
    for (let made = 0; made < 110; made++)
      await aUser(deps.db, { name: `n${made}`, ...(made % 2 && { granted_membership: 'pro' }) })
    for (const order of ['newest', 'oldest'] as const)
      for (const filter of [{}, { group: 'pro' }, { q: 'n' }] as const) {
        const ids: number[] = []
        for (let after: number | undefined; ; ) {
          const { members, next } = await listMembers(deps, { order, ...filter, ...(after && { after }) })
          ids.push(...members.map(({ id }) => id))
          if (next === null) break
          after = next
        }
        expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => (order === 'newest' ? b - a : a - b)))
        expect(ids.length).toBeGreaterThan(50)
      }
  })

  test('one shows every ground of the membership, and nothing secret', async () => {
    const { deps, ids, actor } = await everySort()
    await signIn(deps, { userId: ids.tester!, userAgent: 'phone' })
    await giveRole(deps, { id: ids.tester!, actor }, 'editor')
    const member = await showMember(deps, ids.tester!)
    expect(member).toMatchObject({
      membership: 'early_adopter',
      reasons: ['granted', 'tester'],
      state: { ground: 'tester' },
      grant: { membership: 'pro', until: null, ended: false },
      tester: { ended_at: null },
      role: 'editor',
      sessions: [{ user_agent: 'phone' }],
      history: [{ action: 'role.give', by: { id: 1, name: 'admin' }, detail: { after: { role: 'editor' } } }],
    })
    expect(JSON.stringify(member)).not.toMatch(/argon2|token|secret|hash/)
    expect((await showMember(deps, ids.canceled!))?.subscriptions).toMatchObject([
      { status: 'canceled', amount: 2900 },
      { status: 'canceled' },
    ])
    expect(await showMember(deps, 987)).toBeUndefined()
  })

  test('a membership is granted until a day and revoked, and the log has before and after', async () => {
    const { deps, ids, actor, db } = await everySort()
    const until = new Date(deps.now().getTime() + DAY_MS)
    const who = { id: ids.free!, actor }
    expect(await grantMembership(deps, who, { membership: 'pro', until })).toBe('pro')
    expect(await grantMembership(deps, who, { membership: 'pro', until })).toBe('pro')
    expect(await grantMembership(deps, who, { membership: null })).toBe('free')
    const records = await db.selectFrom('audit_records').selectAll().where('user_id', '=', who.id).execute()
    const given = { membership: 'pro', until: until.toISOString() }
    const none = { membership: null, until: null }
    expect(records.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
      ['grant.made', { before: none, after: given }],
      ['grant.revoked', { before: given, after: none }],
    ])
  })

  test('nobody can take the admin’s rights or sign the admin out', async () => {
    const { deps, actor } = await everySort()
    const refusal = { code: 'forbidden' }
    const admin = { id: 1, actor }
    await expect(giveRole(deps, admin, 'editor')).rejects.toMatchObject(refusal)
    await expect(giveRole(deps, { id: 1, actor: 'cli' }, null)).rejects.toMatchObject(refusal)
    await expect(endSessionsOfMember(deps, admin)).rejects.toMatchObject(refusal)
    await grantMembership(deps, admin, { membership: null })
    expect(await listMembers(deps, { order: 'newest', group: 'admin' })).toMatchObject({
      members: [{ id: 1, is_admin: true }],
    })
  })

  test('are signed out everywhere, and mailed a link for a new password or to confirm the address', async () => {
    const { deps, ids, actor, post, db } = await everySort()
    const who = { id: ids.free!, actor }
    await signIn(deps, { userId: who.id, userAgent: 'phone' })
    await endSessionsOfMember(deps, who)
    expect((await listSessions(deps, { id: who.id, sessionId: '' })).sessions).toEqual([])
    await post()
    await sendMemberPasswordMail(deps, who)
    await sendMemberVerification(deps, who)
    const links = (await post()).map(({ text }) => /(reset-password|verify-email)#/.exec(text)?.[1])
    expect(links.toSorted()).toEqual(['reset-password', 'verify-email'])
    for (let sent = 1; sent < 3; sent++) await sendMemberPasswordMail(deps, who)
    await expect(sendMemberPasswordMail(deps, who)).rejects.toMatchObject({ code: 'tooManyRequests' })
    await db.updateTable('users').set({ email_verified_at: '2026' }).where('id', '=', who.id).execute()
    await expect(sendMemberVerification(deps, who)).rejects.toMatchObject({ code: 'badRequest' })
    await expect(sendMemberPasswordMail(deps, { id: 987, actor })).rejects.toMatchObject({ code: 'notFound' })
  })

  test('are exported as CSV without formulas, and the export is logged', async () => {
    const { deps, actor, db } = await everySort()
    await aUser(db, { name: '=HYPERLINK("http://evil")', granted_membership: 'pro' })
    await aUser(db, { name: '＋1', granted_membership: 'pro' })
    const rows = await rowsOf(exportMembers(deps, actor, { group: 'pro' }))
    expect(rows[0]).toBe('id,name,email,email_confirmed,membership,rests_on,role,since')
    expect(rows).toHaveLength(7)
    expect(rows.at(-2)).toContain(`,"'=HYPERLINK(""http://evil"")",`)
    expect(rows.at(-1)).toContain(",'＋1,")
    const [record] = await db
      .selectFrom('audit_records')
      .selectAll()
      .where('action', '=', 'member.export')
      .execute()
    expect(record).toMatchObject({ actor: 'user:1', detail: '{"filter":{"group":"pro"}}' })
  })
})
