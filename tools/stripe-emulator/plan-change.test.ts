import { expect, test } from 'vitest'
import { DAY } from './model/calendar.ts'
import { now, seconds } from './testing/noon.ts'
import { aMember, openCheckout, priceOf, type Site, start } from './testing/start.ts'

/** The parameters of a change to another plan, as preview and update take them. */
async function changeTo(site: Site, subscription: string, plan: 'pro_monthly' | 'pro_yearly') {
  const { items } = await site.stripe.subscriptions.retrieve(subscription)
  const { id } = await priceOf(site.stripe, plan)
  return {
    items: [{ id: items.data[0]!.id, price: id }],
    proration_behavior: 'always_invoice' as const,
  }
}

test('a preview shows the cost of the change, and changes nothing', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  site.emulator.control.advance(14 * DAY)
  const proration_date = seconds(2026, 1, 14, 12)
  const details = { ...(await changeTo(site, subscription, 'pro_yearly')), proration_date }
  const preview = await site.stripe.invoices.createPreview({ subscription, subscription_details: details })
  expect(preview).toMatchObject({ total: 26400 - 1450, amount_due: 26400 - 1450, starting_balance: 0 })
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-1450, 26400])
  expect((await site.stripe.invoices.list({ subscription })).data).toHaveLength(1)
  // An hour later it still costs the same.
  site.emulator.control.advance(3600)
  const changed = await site.stripe.subscriptions.update(subscription, {
    ...details,
    expand: ['latest_invoice'],
  })
  expect(changed.latest_invoice).toMatchObject({ status: 'paid', amount_paid: preview.amount_due })
})

test('the credit of a discounted period is what was paid', async () => {
  const site = await start({ now })
  const { id, url } = await openCheckout(site.stripe, { allow_promotion_codes: true })
  await fetch(url!, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ promotion: 'TEST20' }),
  })
  site.emulator.control.pay(id)
  const [{ id: subscription } = { id: '' }] = site.emulator.control.truth().subscriptions
  const subscription_details = await changeTo(site, subscription, 'pro_yearly')
  const preview = await site.stripe.invoices.createPreview({ subscription, subscription_details })
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-2320, 26400])
})

test('the rest of a year pays the following months, until it is used up', async () => {
  const site = await start({ now })
  const price = await priceOf(site.stripe, 'pro_yearly')
  const { subscription, customer } = await aMember(site, { line_items: [{ price: price.id, quantity: 1 }] })
  site.emulator.control.advance(255 * DAY)
  await site.stripe.subscriptions.update(subscription, await changeTo(site, subscription, 'pro_monthly'))
  const left = Math.round((26400 * 110) / 365) - 2900
  const balance = async () => {
    const found = await site.stripe.customers.retrieve(customer)
    return found.deleted ? undefined : found.balance
  }
  expect(await balance()).toBe(-left)
  const paid = () => site.emulator.control.truth().charges.map(({ amount }) => amount)
  expect(paid()).toEqual([26400])
  site.emulator.control.advance(32 * DAY)
  expect([await balance(), paid()]).toEqual([2900 - left, [26400]])
  site.emulator.control.advance(31 * DAY)
  expect([await balance(), paid()]).toEqual([0, [26400, 5800 - left]])
})

test('error_if_incomplete refuses a declined card and changes nothing', async () => {
  const site = await start({ now })
  const { id } = await openCheckout(site.stripe)
  site.emulator.control.pay(id, { card: 'declinesRenewals' })
  const [{ id: subscription, plan } = { id: '', plan: '' }] = site.emulator.control.truth().subscriptions
  const change = await changeTo(site, subscription, 'pro_yearly')
  const update = { ...change, payment_behavior: 'error_if_incomplete' as const }
  await expect(site.stripe.subscriptions.update(subscription, update)).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
  })
  expect(site.emulator.control.truth().subscriptions).toMatchObject([{ plan, status: 'active' }])
  expect((await site.stripe.invoices.list({ subscription })).data).toHaveLength(1)
})

test('a proration date outside the period is refused', async () => {
  const site = await start({ now })
  const { subscription } = await aMember(site)
  const change = await changeTo(site, subscription, 'pro_yearly')
  const early = { ...change, proration_date: seconds(2026, 0, 30, 12) }
  await expect(site.stripe.subscriptions.update(subscription, early)).rejects.toMatchObject({
    statusCode: 400,
    param: 'proration_date',
  })
})
