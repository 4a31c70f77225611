import { expect, test } from 'vitest'
import { DAY, HOUR } from './model/calendar.ts'
import { now, seconds } from './testing/noon.ts'
import { aMember, openCheckout, start } from './testing/start.ts'

test('a card that declines renewals makes it past due, is retried, and ends it', async () => {
  const site = await start({ now })
  const session = await openCheckout(site.stripe)
  site.emulator.control.pay(session.id, { card: 'declinesRenewals' })
  const status = async () => (await site.stripe.subscriptions.list({ status: 'all' })).data[0]?.status
  const { control } = site.emulator

  control.advance(28 * DAY + HOUR)
  expect(await status()).toBe('past_due')
  const [invoice] = (await site.stripe.invoices.list()).data
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 2900 })
  expect(invoice?.next_payment_attempt).toBe(seconds(2026, 2, 3, 13))

  control.advance(14 * DAY)
  expect(await status()).toBe('past_due')
  control.advance(DAY)
  expect(await status()).toBe('canceled')
  expect(
    (await site.stripe.subscriptions.list({ status: 'all' })).data[0]?.cancellation_details?.reason,
  ).toBe('payment_failed')
  expect(control.truth().charges.map((charge) => charge.status)).toEqual([
    'succeeded',
    'failed',
    'failed',
    'failed',
    'failed',
  ])
  const failures = await site.stripe.events.list({ type: 'invoice.payment_failed' })
  expect(failures.data).toHaveLength(4)
})

test('a new card makes an overdue subscription active again at the next attempt', async () => {
  const site = await start({ now })
  const { id } = await openCheckout(site.stripe)
  site.emulator.control.pay(id, { card: 'declinesRenewals' })
  site.emulator.control.advance(29 * DAY)
  const [overdue] = (await site.stripe.subscriptions.list()).data
  expect(overdue?.status).toBe('past_due')

  site.emulator.control.changeCard(overdue?.customer as string, 'paysToo')
  site.emulator.control.advance(3 * DAY)
  const recovered = await site.stripe.subscriptions.retrieve(overdue!.id, { expand: ['latest_invoice'] })
  expect(recovered).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', attempt_count: 2 } })
})

test('an invoice that is paid by hand with a card that declines is a card error', async () => {
  const site = await start({ now })
  const { id } = await openCheckout(site.stripe)
  site.emulator.control.pay(id)
  const [member] = (await site.stripe.subscriptions.list()).data
  site.emulator.control.changeCard(member?.customer as string, 'declines')
  site.emulator.control.advance(29 * DAY)
  const [invoice] = (await site.stripe.invoices.list({ status: 'open' })).data
  await expect(site.stripe.invoices.pay(invoice!.id!)).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
  site.emulator.control.changeCard(member?.customer as string, 'paysToo')
  expect((await site.stripe.invoices.pay(invoice!.id!)).status).toBe('paid')
  await expect(site.stripe.invoices.pay(invoice!.id!)).rejects.toThrow('already paid')
  expect((await site.stripe.subscriptions.list()).data[0]?.status).toBe('active')
})

test('money is refunded once, and never more than was paid', async () => {
  const site = await start({ now })
  const { session } = await aMember(site)
  const invoice = await site.stripe.invoices.retrieve(session.invoice as string, { expand: ['payments'] })
  const payment_intent = invoice.payments?.data[0]?.payment.payment_intent as string
  expect(await site.stripe.refunds.create({ payment_intent, reason: 'duplicate' })).toMatchObject({
    amount: 2900,
    status: 'succeeded',
  })
  await expect(site.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect(site.emulator.control.truth().charges[0]?.refunded).toBe(2900)
})
