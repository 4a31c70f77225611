import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { beginAttempt, openAttempts, storeFailed, storeOpened, storeStatus } from './checkout-attempts.ts'

const BEGUN = Date.parse('2026-11-21T09:00:00Z')

describeEachDatabase('attempts to pay', (open) => {
  async function buyers() {
    const db = await open()
    const [aoi, ren] = [await aUser(db), await aUser(db)]
    const begin = (userId: number, hours = 0) =>
      beginAttempt(db, {
        ...{ userId, plan: 'pro_monthly', referral: '' },
        now: new Date(BEGUN + hours * HOUR_MS),
      })
    const session = { id: 'cs_1', url: 'https://stripe.example', expires_at: 0 } as Stripe.Checkout.Session
    return { db, aoi, ren, begin, session }
  }

  test('keep their key while Stripe surely knows it, then take another', async () => {
    const { aoi, ren, begin } = await buyers()
    const [first, other] = [await begin(aoi), await begin(ren)]
    expect(await begin(aoi, 22.9)).toEqual(first)
    expect((await begin(aoi, 23.1)).idempotency_key).not.toBe(first.idempotency_key)
    expect(await begin(ren, 22.9), 'another’s goes on').toEqual(other)
  })

  test('with an opened page neither fail nor reopen after their end', async () => {
    const { db, aoi, begin, session } = await buyers()
    const attempt = await begin(aoi)
    await storeOpened(db, attempt, session)
    await storeFailed(db, attempt)
    await storeStatus(db, session.id, 'open')
    expect((await begin(aoi)).opened).toEqual({ session_id: session.id, url: session.url })
    await storeStatus(db, session.id, 'complete')
    await storeStatus(db, session.id, 'open')
    await storeStatus(db, session.id, null)
    expect(await openAttempts(db, aoi)).toEqual([])
    expect((await begin(aoi)).opened).toBeUndefined()
  })
})
