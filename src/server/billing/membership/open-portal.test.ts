import { describe, expect, test } from 'vitest'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { shopOn } from '../../../../tests/support/shop/shop.ts'
import { openPortal } from './open-portal.ts'

/** The requests to Stripe are the same on both engines. */
const { open } = sqliteDatabases()

describe('Stripe’s page of a customer', () => {
  test('opens only for its customer, and returns to the account', async () => {
    const shop = shopOn(await open())
    const [buyer, other] = [await aMember(shop.deps), await aMember(shop.deps)]
    await shop.buy(buyer.id)
    await shop.settle()
    await expect(openPortal(shop.deps, other.id)).rejects.toMatchObject({ code: 'notFound' })
    const { url } = await openPortal(shop.deps, buyer.id)
    const bodies: string[] = []
    const { create } = shop.stripe.billingPortal.sessions
    shop.stripe.billingPortal.sessions.create = (params, options) => {
      bodies.push([params!.customer, params!.locale, params!.return_url].join(' '))
      return create.call(shop.stripe.billingPortal.sessions, params!, options)
    }
    expect((await openPortal(shop.deps, buyer.id, 'ja')).url).not.toBe(url)
    await shop.deps.db.updateTable('users').set({ locale: 'ja' }).execute()
    await openPortal(shop.deps, buyer.id)
    await openPortal(shop.deps, buyer.id, 'en')
    const [customer] = shop.emulator.control.truth().customers
    const japanese = `${customer!.id} ja https://nagare.example/ja/account`
    expect(bodies).toEqual([japanese, japanese, `${customer!.id} en https://nagare.example/account`])
    shop.deps.payments = { mode: 'off' }
    await expect(openPortal(shop.deps, buyer.id)).rejects.toMatchObject({ code: 'paymentsOff' })
  })
})
