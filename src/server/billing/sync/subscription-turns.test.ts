import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { shopOn } from '../../../../tests/support/shop/shop.ts'
import { claimOf } from './owner-of.ts'
import { storeAnswer } from './store-answer.ts'
import { drawTicket, inTurn } from './subscription-turns.ts'

describeEachDatabase('turns', (open) => {
  test('tickets rise, whoever draws them', async () => {
    const db = await open()
    const drawn = await Promise.all(Array.from({ length: 20 }, () => drawTicket(db, 'sub_1')))
    expect(drawn.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(await drawTicket(db, 'sub_2')).toBe(1)
  })

  test('of many at work on one subscription one is let in, and the next when it has ended, however that was', async () => {
    const db = await open()
    let inside = 0
    let most = 0
    const work = async () => {
      inside++
      most = Math.max(most, inside)
      await sleep(20)
      inside--
    }
    const done = await Promise.all(Array.from({ length: 10 }, () => inTurn(db, 'sub_1', work)))
    expect(done.filter(Boolean).length).toBeGreaterThan(0)
    expect(done.filter((each) => !each).length).toBeGreaterThan(0)
    expect(most).toBe(1)
    const failing = inTurn(db, 'sub_1', () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    expect(await inTurn(db, 'sub_1', work)).toBe(true)
  })

  test('a turn that was never ended is over after a minute', async () => {
    const db = await open()
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
    const held = { id: 'sub_1', locked_by: 'a process that was killed', locked_until: ago(-30) }
    await db.insertInto('subscription_turns').values(held).execute()
    expect(await inTurn(db, 'sub_1', async () => {})).toBe(false)
    await db
      .updateTable('subscription_turns')
      .set({ locked_until: ago(1) })
      .execute()
    expect(await inTurn(db, 'sub_1', async () => {})).toBe(true)
  })

  test('an older answer never overwrites a newer one', async () => {
    const shop = shopOn(await open(), { webhooks: false })
    const { deps, stripe } = shop
    const { id: userId } = await aMember(deps)
    await shop.buy(userId)
    const { id } = (await stripe.subscriptions.list()).data[0]!
    const older = {
      ticket: await drawTicket(deps.db, id),
      subscription: await stripe.subscriptions.retrieve(id),
    }
    await stripe.subscriptions.cancel(id)
    const newer = {
      ticket: await drawTicket(deps.db, id),
      subscription: await stripe.subscriptions.retrieve(id),
    }
    for (const { ticket, subscription } of [newer, older]) {
      const answer = { ticket, subscription, claim: claimOf(subscription), asked: deps.now() }
      await deps.db.transaction().execute((trx) => storeAnswer(trx, { ...answer, here: 'nagare.example' }))
    }
    expect(await deps.db.selectFrom('subscriptions').select('status').execute()).toEqual([
      { status: 'canceled' },
    ])
  })
})
