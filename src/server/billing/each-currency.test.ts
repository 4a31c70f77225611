import { expect, test } from 'vitest'
import { incomeOf } from '#server/overview/income.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../tests/support/shop/shop.ts'
import { DAY } from '../../../tools/stripe-emulator/model/calendar.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { announceRenewals } from './mail/renewal-notice.ts'
import { cancelMembership, resumeMembership } from './membership/cancel-membership.ts'
import { membershipState } from './membership/membership-state.ts'
import { changePlan, previewPlanChange } from './membership/plan-change.ts'
import { setPrice } from './prices/set-price.ts'
import { endAtOnce } from './sync/end-at-once.ts'

const SOLD = {
  usd: { month: 2900, year: 26_400, monthText: 'US$29', yearText: 'US$264', locale: 'en' },
  jpy: { month: 3980, year: 39_800, monthText: '¥3,980', yearText: '¥39,800', locale: 'ja' },
} as const

async function mails(shop: Shop): Promise<string[]> {
  await shop.settle()
  return (await shop.post()).map(({ subject, text }) => `${subject}\n${text}`)
}

const rowOf = (shop: Shop) => shop.deps.db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()

describePlainSql('a membership', (open) => {
  test.each(['usd', 'jpy'] as const)(
    'in %s is confirmed, changed, cancelled, renewed, owed and refunded in it',
    async (currency) => {
      const { month, year, monthText, yearText, locale } = SOLD[currency]
      const shop = shopOn(await open())
      const { deps } = shop
      const amounts = (period: 'month' | 'year') => ({ usd: SOLD.usd[period], jpy: SOLD.jpy[period] })
      await setPrice(deps, { plan: 'pro_monthly', amounts: amounts('month'), by: 'cli' })
      await setPrice(deps, { plan: 'pro_yearly', amounts: amounts('year'), by: 'cli' })
      const { id } = await aMember(deps)
      await deps.db.updateTable('users').set({ locale }).execute()
      await shop.post()

      const buyer = { id, membership: 'free' as const, name: 'Aoi', email: 'aoi@example.com' }
      const order = { plan: 'pro_monthly' as const, referral: '' }
      await expect(
        startCheckout(deps, buyer, { ...order, currency, amount: month + 1 }),
        'what was confirmed holds',
      ).rejects.toMatchObject({ code: 'previewOutdated' })
      shop.emulator.control.pay(
        (await startCheckout(deps, buyer, { ...order, currency, amount: month })).session_id,
      )
      expect(await mails(shop)).toEqual([expect.stringContaining(monthText)])
      expect(incomeOf([await rowOf(shop)], deps.now()).income).toEqual([{ currency, amount: month }])

      await cancelMembership(deps, id)
      expect(await mails(shop)).toHaveLength(1)
      expect(incomeOf([await rowOf(shop)], deps.now()).income).toEqual([])
      await resumeMembership(deps, id)

      const change = await previewPlanChange(deps, id, 'pro_yearly')
      expect(change).toMatchObject({ currency, price: year, due: year - change.credit })
      await changePlan(deps, id, { price: 'pro_yearly', proration_date: change.proration_date })
      expect(await mails(shop)).toEqual([expect.stringContaining(yearText)])
      expect(incomeOf([await rowOf(shop)], deps.now()).income).toEqual([
        { currency, amount: Math.round(year / 12) },
      ])

      shop.pass(355 * DAY * 1000)
      await shop.settle()
      await announceRenewals(deps, {})
      expect(await mails(shop)).toEqual([expect.stringContaining(yearText)])
      const { customer_id, id: subscription } = await rowOf(shop)
      shop.emulator.control.changeCard(customer_id, 'declinesRenewals')
      await shop.settle()
      shop.pass(12 * DAY * 1000)
      expect((await mails(shop)).join()).toContain(yearText)
      expect(await membershipState(deps, id)).toMatchObject({ past_due: true, plan: 'pro_yearly' })

      await deps.db.updateTable('subscriptions').set({ end_reason: 'duplicate' }).execute()
      await endAtOnce(deps, subscription)
      const paid = shop.emulator.control.truth().charges.filter(({ status }) => status === 'succeeded')
      expect(paid.map(({ amount, refunded, currency }) => [amount, refunded, currency])).toEqual([
        [month, month, currency],
        [change.due, change.due, currency],
      ])
    },
  )
})
