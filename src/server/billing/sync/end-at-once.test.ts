import type Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { endAtOnce } from './end-at-once.ts'

const failure = (more: object) => Object.assign(new Error('no'), { type: 'StripeError', ...more })
const MISSING = failure({ code: 'resource_missing', statusCode: 404 })

/** A member whose subscription is marked to be ended. */
async function marked(shop: Shop, why: 'duplicate' | 'superseded' | 'accountGone') {
  const { id } = await aMember(shop.deps)
  await shop.buy(id)
  await shop.settle()
  await shop.deps.db.updateTable('subscriptions').set({ end_reason: why }).execute()
  return shop.emulator.control.truth().subscriptions[0]!.id
}

/** Payments of an invoice, as Stripe lists them. */
function paidBy(shop: Shop, ...payments: object[]) {
  const list = async function* () {
    yield { payments: { data: payments } }
    yield {}
  }
  vi.spyOn(shop.stripe.invoices, 'list').mockImplementation(list as never)
  return vi.spyOn(shop.stripe.refunds, 'create')
}

/** The requests to Stripe are the same on both engines. */
const { open } = sqliteDatabases()

describe('a subscription that ends at once', () => {
  test('is ended and logged, even if Stripe no longer has it', async () => {
    const shop = shopOn(await open())
    const id = await marked(shop, 'superseded')
    const cancel = vi.spyOn(shop.stripe.subscriptions, 'cancel').mockRejectedValue(MISSING)
    await endAtOnce(shop.deps, id)
    expect(cancel).toHaveBeenCalledWith(id, { prorate: false, invoice_now: false })
    const audits = await shop.deps.db.selectFrom('audit_records').select(['action', 'detail']).execute()
    const detail = JSON.stringify({ subscription: id, why: 'superseded', refunded: [] })
    expect(audits).toEqual([{ action: 'subscription.ended', detail }])
    await endAtOnce(shop.deps, id)
    expect(cancel, 'once').toHaveBeenCalledOnce()
  })

  test('is retried if Stripe refuses', async () => {
    const shop = shopOn(await open())
    const id = await marked(shop, 'superseded')
    vi.spyOn(shop.stripe.subscriptions, 'cancel').mockRejectedValue(failure({ statusCode: 400 }))
    await expect(endAtOnce(shop.deps, id)).rejects.toThrow('no')
    const ended = shop.deps.db.selectFrom('subscriptions').select('end_handled_at')
    expect(await ended.execute()).toEqual([{ end_handled_at: null }])
  })

  test('refunds what was paid, by payment or by charge, and nothing else', async () => {
    const shop = shopOn(await open())
    const id = await marked(shop, 'duplicate')
    const refund = paidBy(
      shop,
      { status: 'paid', payment: { payment_intent: { id: 'pi_1' }, charge: 'ch_0' } },
      { status: 'paid', payment: { charge: 'ch_1' } },
      { status: 'paid', payment: {} },
      { status: 'open', payment: { payment_intent: 'pi_2' } },
    ).mockResolvedValueOnce({} as Stripe.Response<Stripe.Refund>)
    refund.mockRejectedValueOnce(failure({ code: 'charge_already_refunded', statusCode: 400 }))
    await endAtOnce(shop.deps, id)
    expect(refund.mock.calls).toEqual([
      [{ payment_intent: 'pi_1', reason: 'duplicate' }],
      [{ charge: 'ch_1', reason: 'duplicate' }],
    ])
    const { detail } = await shop.deps.db
      .selectFrom('audit_records')
      .select('detail')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail).refunded).toEqual(['pi_1', 'ch_1'])
  })

  test('is not finished if a refund fails', async () => {
    const shop = shopOn(await open())
    const id = await marked(shop, 'duplicate')
    const paid = { status: 'paid', payment: { charge: 'ch_1' } }
    paidBy(shop, paid).mockRejectedValueOnce(failure({ code: 'insufficient_funds', statusCode: 400 }))
    await expect(endAtOnce(shop.deps, id)).rejects.toThrow('no')
    const ended = shop.deps.db.selectFrom('subscriptions').select('end_handled_at')
    expect(await ended.execute()).toEqual([{ end_handled_at: null }])
  })
})
