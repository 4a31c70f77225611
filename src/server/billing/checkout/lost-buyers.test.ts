import { expect, test } from 'vitest'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { endCustomerJob, queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { reconcileAll } from '#server/billing/sync/reconcile-all.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aMember, type TestMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { attachCard, type TestCardName } from '../../../../tools/stripe-emulator/model/payment-methods.ts'
import { closeCheckout } from './sync-checkout.ts'

const never = new AbortController().signal

/** Runs queued jobs until all are done. */
async function endCustomers({ deps }: Shop): Promise<void> {
  const jobs = runJobs(deps, [endCustomerJob], { pollMs: 5 })
  const waiting = () =>
    deps.db.selectFrom('jobs').select('id').where('kind', '=', endCustomerJob.kind).executeTakeFirst()
  await expect.poll(waiting, { timeout: 10_000 }).toBeUndefined()
  await jobs.stop()
}

function leave({ deps }: Shop, { id, password }: TestMember): Promise<void> {
  return deleteAccount(deps, { person: { id, membership: 'pro' }, password, endPayments: queueEndOfCustomer })
}

describePlainSql('a buyer', (open) => {
  test('gets access even if the link to the customer was lost', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.deps.db.deleteFrom('stripe_customers').execute()
    await shop.deps.db.deleteFrom('checkout_sessions').execute()
    await reconcileAll(shop.deps, never)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro', has_portal: true })
  })

  test('gets access by the session’s reference alone', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    const { account } = shop.emulator
    for (const subscription of account.state.subscriptions.values()) subscription.metadata = {}
    for (const customer of account.state.customers.values()) customer.metadata = {}
    await shop.deps.db.updateTable('stripe_customers').set({ user_id: null }).execute()
    await reconcileAll(shop.deps, never)
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro' })
  })

  test('with somebody else’s e-mail address gives that person nothing', async () => {
    const shop = shopOn(await open())
    const [buyer, other] = [await aMember(shop.deps), await aMember(shop.deps)]
    await shop.buy(buyer.id)
    for (const customer of shop.emulator.account.state.customers.values()) customer.email = other.email
    await shop.settle()
    expect(await membershipState(shop.deps, buyer.id)).toMatchObject({ membership: 'pro' })
    expect(await membershipState(shop.deps, other.id)).toMatchObject({ membership: 'free' })
  })

  test('of something else on the same Stripe account is left alone', async () => {
    const shop = shopOn(await open())
    const { id: price } = (await shop.stripe.prices.list()).data[0]!
    const others: Record<string, string>[] = [{}, { user_id: '2', site: 'elsewhere.example' }]
    for (const metadata of others) {
      const session = await shop.stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        success_url: 'https://elsewhere.example/thanks',
        subscription_data: { metadata },
      })
      shop.emulator.control.pay(session.id)
    }
    await shop.settle()
    expect(await reconcileAll(shop.deps, never)).toMatchObject({ listed: 2, failed: 0 })
    expect(shop.emulator.control.truth().subscriptions.every(({ live }) => live)).toBe(true)
    expect(await shop.deps.db.selectFrom('subscriptions').selectAll().execute()).toEqual([])
  })
})

describePlainSql('a member who deletes the account', (open) => {
  test('pays no more, even if Stripe was down at that time', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.buy(member.id)
    await shop.settle()
    shop.emulator.control.fail({ kind: 'status', status: 400, times: 3 })
    await leave(shop, member)
    expect(shop.emulator.control.truth().subscriptions[0]?.live).toBe(true)
    shop.emulator.control.clearFaults()
    await endCustomers(shop)
    expect(shop.emulator.control.truth().subscriptions[0]?.live).toBe(false)
    shop.pass(400 * DAY * 1000)
    await shop.settle()
    const { charges } = shop.emulator.control.truth()
    expect(charges.map(({ refunded }) => refunded)).toEqual([0])
    const [audit] = await shop.deps.db.selectFrom('audit_records').selectAll().execute()
    expect(JSON.parse(audit!.detail)).toMatchObject({ why: 'accountGone' })
  })

  test.each(['session', 'customer'])('right after paying is paid back, found by the %s alone', async (by) => {
    const shop = shopOn(await open(), { webhooks: false })
    const member = await aMember(shop.deps)
    await shop.buy(member.id)
    if (by === 'customer') await shop.deps.db.deleteFrom('checkout_sessions').execute()
    await leave(shop, member)
    await endCustomers(shop)
    const { subscriptions, charges } = shop.emulator.control.truth()
    expect(subscriptions.map(({ live }) => live)).toEqual([false])
    expect(charges.map(({ amount, refunded }) => amount - refunded)).toEqual([0])
  })

  test('can no longer pay in a tab that is still open', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    const session = await shop.checkout(member.id)
    await leave(shop, member)
    await endCustomers(shop)
    expect(() => shop.emulator.control.pay(session)).toThrow('expired')
  })

  test('gets a refund of a payment just before the page was closed, without a webhook', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const member = await aMember(shop.deps)
    const session = await shop.checkout(member.id)
    await leave(shop, member)
    shop.emulator.control.pay(session)
    await shop.deps.db.deleteFrom('stripe_customers').execute()
    await closeCheckout(shop.deps, session)
    const { charges } = shop.emulator.control.truth()
    expect(charges.map(({ amount, refunded }) => amount - refunded)).toEqual([2900])
    const rows = shop.deps.db.selectFrom('subscriptions').select(['user_id', 'status'])
    expect(await rows.execute(), 'it is known, and nobody’s').toEqual([{ user_id: null, status: 'active' }])
    const sessions = shop.deps.db.selectFrom('checkout_sessions').select('status')
    expect(await sessions.execute()).toEqual([{ status: 'complete' }])
  })

  test('gets a refund of payments made meanwhile', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    const session = await shop.checkout(member.id)
    await leave(shop, member)
    shop.emulator.control.pay(session)
    await shop.settle()
    const { subscriptions, charges } = shop.emulator.control.truth()
    expect(subscriptions.map(({ live }) => live)).toEqual([false])
    expect(charges.map(({ amount, refunded }) => amount - refunded)).toEqual([0])
  })

  test('pays no more even if only the daily comparison notices', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.buy(member.id)
    await shop.settle()
    await leave(shop, member)
    await shop.deps.db.deleteFrom('jobs').execute()
    await shop.deps.db.updateTable('subscriptions').set({ end_reason: null }).execute()
    await reconcileAll(shop.deps, never)
    expect(shop.emulator.control.truth().subscriptions[0]?.live).toBe(false)
  })

  test('leaves work only for live subscriptions', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.buy(member.id)
    await shop.settle()
    const [old] = shop.emulator.control.truth().subscriptions
    await shop.stripe.subscriptions.cancel(old!.id)
    await shop.settle()
    await shop.buy(member.id)
    await shop.settle()
    await leave(shop, member)
    const job = shop.deps.db.selectFrom('jobs').select('payload').where('kind', '=', endCustomerJob.kind)
    const { payload } = await job.executeTakeFirstOrThrow()
    const [, present] = shop.emulator.control.truth().subscriptions
    expect(JSON.parse(payload)).toMatchObject({ subscriptions: [present!.id], sessions: [] })
    const stopped = endCustomerJob.run(shop.deps, JSON.parse(payload), {
      ...{ signal: AbortSignal.abort(), attempts: 1 },
    } as never)
    await expect(stopped).rejects.toThrow('aborted')
    expect(shop.emulator.control.truth().subscriptions[1]?.live).toBe(true)
  })

  test('leaves no work without payments', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.post()
    await leave(shop, member)
    expect(await shop.deps.db.selectFrom('jobs').selectAll().where('kind', '<>', 'mail').execute()).toEqual(
      [],
    )
  })
})

describePlainSql('a new card', (open) => {
  test('that the customer has chosen pays the subscription too', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.buy(id)
    await shop.settle()
    const card = await chooseCard(shop, 'paysToo')
    await shop.settle()
    const [subscription] = (await shop.stripe.subscriptions.list()).data
    expect(subscription?.default_payment_method).toBe(card)
  })

  test('pays at once what is overdue, once', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    shop.emulator.control.pay(await shop.checkout(id), { card: 'declinesRenewals' })
    await shop.settle()
    shop.pass(38.5 * DAY * 1000)
    await shop.settle()
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'free', past_due: true })
    await chooseCard(shop, 'paysToo')
    await shop.settle()
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro', past_due: false })
    const { charges } = shop.emulator.control.truth()
    expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(2)
  })

  test('that is declined as well changes nothing', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    shop.emulator.control.pay(await shop.checkout(id), { card: 'declinesRenewals' })
    shop.pass(32 * DAY * 1000)
    await shop.settle()
    await chooseCard(shop, 'declines')
    await shop.settle()
    expect(await membershipState(shop.deps, id)).toMatchObject({ membership: 'pro', past_due: true })
  })
})

/** Changes the customer's default card; the subscription keeps the one it was bought with. */
async function chooseCard({ emulator, stripe }: Shop, name: TestCardName): Promise<string> {
  const [customer] = emulator.control.truth().customers
  const { id } = attachCard(emulator.account, customer!.id, name)
  await stripe.customers.update(customer!.id, { invoice_settings: { default_payment_method: id } })
  return id
}
