import { expect, test } from 'vitest'
import { cancelMembership } from '#server/billing/membership/cancel-membership.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { queueCustomerUpdate } from '#server/billing/membership/update-customer.ts'
import { grantMembership } from '#server/members/grant-membership.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { tokenIn } from '../../../tests/support/mail/mails.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { fillAccount, rowsOfAccount } from '../../../tests/support/shop/full-account.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { deleteAccount } from './delete-account.ts'
import { verifyEmail } from './mail/verification.ts'
import { askForNewEmail } from './profile.ts'

/** `tests/api/openapi/examples.test.ts` looks after them for each call. */
describePlainSql('everybody else', (open) => {
  test('keeps every row while a member takes an address that both want, loses a membership and leaves', async () => {
    const { deps, post } = accountsOn(await open())
    const { db } = deps
    const [other, actor] = [await aMember(deps, { membership: 'pro' }), await aMember(deps)]
    await fillAccount(db, other.id)
    const mail = (await post()).find(({ to }) => to === actor.email)
    // Both want the same new address.
    const wanted = 'wanted-by-both@example.com'
    await db.updateTable('users').set({ new_email: wanted }).where('id', '=', other.id).execute()
    const before = await rowsOfAccount(db, other.id)
    for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([])

    const userId = actor.id
    const person = { id: userId, membership: 'free' } as const
    const deeds: Record<string, () => Promise<unknown>> = {
      address: () => verifyEmail(deps, { token: tokenIn(mail!), updateCustomer: queueCustomerUpdate }),
      'new address': async () => {
        await askForNewEmail(deps, userId, { email: wanted, password: actor.password })
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
        deleteAccount(deps, { person, password: actor.password, endPayments: queueEndOfCustomer }),
    }
    for (const [deed, does] of Object.entries(deeds)) {
      await does()
      expect(await rowsOfAccount(db, other.id), deed).toEqual(before)
    }
  })
})
