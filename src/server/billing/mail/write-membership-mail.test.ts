import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { mailDate } from '#server/mail/mail-dates.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { writeMembershipEnded, writeMembershipMail } from './write-membership-mail.ts'

const created = '2026-11-21T09:00:00.000Z'
const site = { name: 'Nagare', url: new URL('https://nagare.example') } as Parameters<
  typeof writeMembershipMail
>[0]['site']

describePlainSql('a mail about a membership', (open) => {
  async function subscribed(row: object = {}) {
    const db = await open()
    const userId = await aUser(db, { locale: 'en' })
    await db.insertInto('stripe_customers').values({ id: 'cus_1', user_id: userId, created }).execute()
    const subscription = {
      ...{ id: 'sub_1', customer_id: 'cus_1', user_id: userId, status: 'active', plan: 'pro_yearly' },
      ...{ amount: 19_900, currency: 'eur', created, synced_at: created },
      current_period_end: '2027-11-21T09:00:00.000Z',
    }
    await db
      .insertInto('subscriptions')
      .values({ ...subscription, ...row })
      .execute()
    const asTester = () => db.insertInto('testers').values({ user_id: userId, claimed_at: created }).execute()
    const write = async (
      mail: 'membershipBegan' | 'membershipCancelled' | 'membershipRenews' | 'paymentFailed',
    ) => {
      const written = await writeMembershipMail({ db, site }, { mail, userId, subscription: 'sub_1' })
      return written?.letter.before.join(' ')
    }
    return { write, asTester }
  }

  test('names the real charge, and the day of the next', async () => {
    const { write } = await subscribed()
    const began = await write('membershipBegan')
    expect(began).toContain('€199 for one year')
    expect(began).toContain(`On ${mailDate('en', new Date('2027-11-21T09:00:00.000Z'))}`)
    expect(await write('membershipCancelled')).toBeUndefined()
  })

  test('names the chosen end, and no renewal', async () => {
    const cancel_at = '2026-12-24T09:00:00.000Z'
    const { write } = await subscribed({ cancel_at })
    expect(await write('membershipCancelled')).toContain(`until ${mailDate('en', new Date(cancel_at))}`)
    expect(await write('membershipRenews')).toBeUndefined()
    expect(await write('membershipBegan')).toBeUndefined()
  })

  test('tells an early tester that access goes on after the end', async () => {
    const { write, asTester } = await subscribed({ cancel_at_period_end: 1 })
    expect(await write('membershipCancelled')).not.toContain('after that')
    await asTester()
    expect(await write('membershipCancelled')).toContain('You keep your access after that.')
  })

  test('about an ended access is sent only to people without access', async () => {
    const db = await open()
    const deps = { db, site, now: () => new Date(created) }
    const free = await aUser(db, { locale: 'ja', email: 'ren@example.com' })
    const paid = await aUser(db, { granted_membership: 'pro', granted_until: null })
    const write = (userId: number) => writeMembershipEnded(deps, { mail: 'membershipEnded', userId })
    expect(await write(free)).toMatchObject({ to: 'ren@example.com', locale: 'ja' })
    expect(await write(paid)).toBeUndefined()
    expect(await write(987_654)).toBeUndefined()
  })

  test('about a failed charge names the day of the end, and is dropped once it is paid', async () => {
    const past_due_since = '2026-11-21T09:00:00.000Z'
    const unpaid = await subscribed({ status: 'past_due', past_due_since })
    const end = mailDate('en', new Date(Date.parse(past_due_since) + 7 * DAY_MS))
    expect(await unpaid.write('paymentFailed')).toContain(end)
    const paid = await subscribed()
    expect(await paid.write('paymentFailed')).toBeUndefined()
  })

  test('points to the invoice if the price is not a simple one', async () => {
    const yearly = await subscribed({ amount: null, currency: null })
    expect(await yearly.write('membershipBegan')).toContain('the amount on your invoice for one year')
    const older = await subscribed({ amount: null, plan: 'price_of_before' })
    expect(await older.write('membershipBegan')).toContain('the amount on your invoice for one month')
  })

  test.each([{ ended_at: created }, { end_reason: 'duplicate' }])(
    'is not sent when it is over: %o',
    async (row) => {
      const { write } = await subscribed(row)
      expect(await write('membershipBegan')).toBeUndefined()
      expect(await write('membershipRenews')).toBeUndefined()
    },
  )
})
