import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { cancelMembership } from '#server/billing/membership/cancel-membership.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { queueCustomerUpdate } from '#server/billing/membership/update-customer.ts'
import type { Database } from '#server/db/schema.ts'
import { likeClip, unlikeClip } from '#server/likes/likes.ts'
import { grantMembership } from '#server/members/grant-membership.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { tokenIn } from '../../../tests/support/mail/mails.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { fillAccount } from '../../../tests/support/shop/full-account.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { deleteAccount } from './delete-account.ts'
import { verifyEmail } from './mail/verification.ts'
import { changePassword } from './password/change-password.ts'
import { resetPassword, sendPasswordMail } from './password/forgotten-password.ts'
import { memberByAccessToken } from './person.ts'
import { answerSurvey, askForNewEmail, changeLocale, changeName } from './profile.ts'
import { endOwnSession, endSessionsOf, listSessions, logout } from './session/end-session.ts'
import { signIn } from './session/sessions.ts'

/** Every row that belongs to a person, by table. */
async function rowsOf(db: Kysely<Database>, id: number): Promise<Record<string, unknown[]>> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const rows: Record<string, unknown[]> = {}
  for (const { name, columns } of await db.introspection.getTables()) {
    const owner = ['user_id', 'created_by'].find((column) => columns.some((each) => each.name === column))
    if (!owner && name !== 'users') continue
    rows[name] = await untyped
      .selectFrom(name)
      .selectAll()
      .where(owner ?? 'id', '=', id)
      .execute()
  }
  return rows
}

describePlainSql('everybody else', (open) => {
  test('keeps every row, whatever a member does to their own account', async () => {
    const { deps, post } = accountsOn(await open())
    const { db } = deps
    const [other, actor] = [await aMember(deps, { membership: 'pro' }), await aMember(deps)]
    await fillAccount(db, other.id)
    const mail = (await post()).find(({ to }) => to === actor.email)
    // Both want the same new address.
    const wanted = 'wanted-by-both@example.com'
    await db.updateTable('users').set({ new_email: wanted }).where('id', '=', other.id).execute()
    const before = await rowsOf(db, other.id)
    for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([])

    const userId = actor.id
    const person = { id: userId, membership: 'free' } as const
    const device = { userId, userAgent: '' }
    const again = () => signIn(deps, device)
    const { source_id } = await db.selectFrom('likes').select('source_id').executeTakeFirstOrThrow()
    const new_password = 'atarashii-mizu'
    const deeds: Record<string, () => Promise<unknown>> = {
      like: () => likeClip(deps, person, source_id),
      unlike: () => unlikeClip(deps, person, source_id),
      name: () => changeName(deps, { userId, name: 'Ren' }, queueCustomerUpdate),
      language: () => changeLocale(deps, userId, 'ja'),
      survey: () => answerSurvey(deps, userId, 'Teacher'),
      address: () => verifyEmail(deps, { token: tokenIn(mail!), updateCustomer: queueCustomerUpdate }),
      logout: async () => logout(deps, (await again()).refresh_token),
      device: async () => {
        const member = (await memberByAccessToken(deps, (await again()).access_token))!
        for (const { id } of (await listSessions(deps, member)).sessions)
          await endOwnSession(deps, member, id)
      },
      devices: () => endSessionsOf(deps, userId, 'logout'),
      password: () => changePassword(deps, device, { current_password: actor.password, new_password }),
      forgotten: async () => {
        await sendPasswordMail(deps, actor, { address: '10.9.0.1' })
        const link = (await post()).find(({ text }) => text.includes('reset-password#'))
        await resetPassword(deps, { token: tokenIn(link!), password: 'yet-another-mizu' })
      },
      'new address': async () => {
        await askForNewEmail(deps, userId, { email: wanted, password: 'yet-another-mizu' })
        const token = tokenIn((await post()).find(({ to }) => to === wanted)!)
        await verifyEmail(deps, { token, updateCustomer: queueCustomerUpdate })
      },
      grant: () => grantMembership(deps, { id: userId, actor: 'cli' }, { membership: 'early_adopter' }),
      'end of the grant': () => cancelMembership(deps, userId),
      'end of the test': async () => {
        await db
          .insertInto('testers')
          .values({ user_id: userId, claimed_at: deps.now().toISOString() })
          .execute()
        await cancelMembership(deps, userId)
      },
      farewell: () =>
        deleteAccount(deps, { person, password: 'yet-another-mizu', endPayments: queueEndOfCustomer }),
    }
    for (const [deed, does] of Object.entries(deeds)) {
      await does()
      expect(await rowsOf(db, other.id), deed).toEqual(before)
    }
  })
})
