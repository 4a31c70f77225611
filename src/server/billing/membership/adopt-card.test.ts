import { describe, expect, test, vi } from 'vitest'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { attachCard } from '../../../../tools/stripe-emulator/model/payment-methods.ts'
import { adoptCard } from './adopt-card.ts'

const failure = (statusCode: number) => Object.assign(new Error('no'), { type: 'StripeError', statusCode })

async function aCustomer(shop: Shop, card: 'pays' | 'declinesRenewals') {
  const { id } = await aMember(shop.deps)
  shop.emulator.control.pay(await shop.checkout(id), { card })
  await shop.settle()
  return shop.emulator.control.truth().customers[0]!.id
}

/** The requests to Stripe are the same on both engines. */
const { open } = sqliteDatabases()

describe('a new card', () => {
  test('is set on a subscription once, and not charged if nothing is due', async () => {
    const shop = shopOn(await open())
    const customer = await aCustomer(shop, 'pays')
    const { id } = attachCard(shop.emulator.account, customer, 'paysToo')
    await shop.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
    const update = vi.spyOn(shop.stripe.subscriptions, 'update')
    const pay = vi.spyOn(shop.stripe.invoices, 'pay')
    for (let times = 0; times < 2; times++) await adoptCard(shop.deps, customer)
    expect(update).toHaveBeenCalledOnce()
    expect(pay).not.toHaveBeenCalled()
  })

  test.each([
    ['declined again', 402, true],
    ['paid meanwhile', 400, true],
    ['in trouble', 500, false],
  ])('is taken where the overdue charge is %s (%i): %s', async (_, status, isTaken) => {
    const shop = shopOn(await open())
    const customer = await aCustomer(shop, 'declinesRenewals')
    shop.pass(32 * DAY * 1000)
    await shop.settle()
    shop.emulator.control.disturbWebhooks({ kind: 'drop', times: 100 })
    shop.emulator.control.changeCard(customer, 'paysToo')
    const pay = vi.spyOn(shop.stripe.invoices, 'pay').mockRejectedValue(failure(status))
    const adopted = adoptCard(shop.deps, customer)
    if (isTaken) await adopted
    else await expect(adopted).rejects.toThrow('no')
    expect(pay).toHaveBeenCalledOnce()
  })

  test.each([
    ['that is paid in time', 'active', { id: 'in_1', status: 'open' }],
    ['whose invoice is paid', 'past_due', { id: 'in_1', status: 'paid' }],
    ['that has no invoice', 'past_due', null],
    ['whose invoice Stripe only names', 'past_due', 'in_1'],
  ])('pays nothing of a subscription %s', async (_, status, latest_invoice) => {
    const shop = shopOn(await open())
    const customer = await aCustomer(shop, 'pays')
    const { id } = shop.emulator.control.truth().subscriptions[0]!
    const answer = { id, status, latest_invoice, default_payment_method: null }
    vi.spyOn(shop.stripe.subscriptions, 'retrieve').mockResolvedValueOnce(answer as never)
    const pay = vi.spyOn(shop.stripe.invoices, 'pay').mockRejectedValue(failure(402))
    const card = attachCard(shop.emulator.account, customer, 'paysToo').id
    const chosen = { id: customer, invoice_settings: { default_payment_method: card } }
    vi.spyOn(shop.stripe.customers, 'retrieve').mockResolvedValueOnce(chosen as never)
    await adoptCard(shop.deps, customer)
    expect(pay).not.toHaveBeenCalled()
  })

  test('of a customer deleted at Stripe is unlinked', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const customer = shop.emulator.control.truth().customers[0]!.id
    await shop.stripe.customers.del(customer)
    await adoptCard(shop.deps, customer)
    const links = shop.deps.db.selectFrom('stripe_customers').select('user_id')
    expect(await links.execute()).toEqual([{ user_id: null }])
  })
})
