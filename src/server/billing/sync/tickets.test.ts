import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { queueJob, takeJob } from '#server/jobs/job-rows.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { shopOn } from '../../../../tests/support/shop/shop.ts'
import { claimOf } from './owner-of.ts'
import { drawTicket } from './refresh-subscription.ts'
import { storeAnswer } from './store-answer.ts'

function depsOn(db: Kysely<Database>): Deps {
  return { db, log: watchedLogger(), now: () => new Date(), events: new EventEmitter() } as Deps
}

describeEachDatabase('turns at a subscription', (open, databases) => {
  test('tickets rise across processes', async () => {
    const db = await open()
    const drawn = await Promise.all(Array.from({ length: 20 }, () => drawTicket(db, 'sub_1')))
    expect(drawn.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(await drawTicket(db, 'sub_2')).toBe(1)
  })

  test('work on one subscription is done one at a time, also after failures', async () => {
    const config = await databases.create()
    const handles = await Promise.all(Array.from({ length: 3 }, () => databases.connect(config)))
    const [db] = handles as [Kysely<Database>]
    const seen: unknown[] = []
    let [inside, most] = [0, 0]
    const job: QueuedJob = {
      kind: 'test',
      async run(_, payload) {
        seen.push(payload)
        most = Math.max(most, ++inside)
        await sleep(30)
        inside--
        if (payload === 0) throw new Error('broken')
      },
    }
    const workers = handles.map((each) => runJobs(depsOn(each), [job], { pollMs: 5 }))
    for (let event = 0; event < 10; event++) {
      await queueJob(db, { kind: 'test', payload: event, once: 'test:sub_1' })
      await sleep(12)
    }
    await vi.waitFor(
      async () => {
        // The first run failed; do not wait for its retry.
        await db.updateTable('jobs').set({ run_at: '2026-01-01T00:00:00.000Z' }).execute()
        expect(await db.selectFrom('jobs').select('id').execute()).toEqual([])
      },
      { timeout: 10_000 },
    )
    await Promise.all(workers.map((each) => each.stop()))
    expect(most).toBe(1)
    expect(seen.at(-1)).toBe(9)
  })

  test('an unfinished turn ends after a minute', async () => {
    const db = await open()
    await queueJob(db, { kind: 'test', payload: 1, once: 'test:sub_1' })
    const until = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
    await db
      .updateTable('jobs')
      .set({ locked_by: 'a killed process', locked_until: until(60) })
      .execute()
    const take = () => takeJob(db, { kind: 'test', holder: 'another', leaseSeconds: 60 })
    expect(await take()).toBeUndefined()
    await queueJob(db, { kind: 'test', payload: 2, once: 'test:sub_1' })
    expect(await take()).toBeUndefined()
    await db
      .updateTable('jobs')
      .set({ locked_until: until(-1) })
      .execute()
    expect(await take()).toMatchObject({ payload: '2' })
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
      await deps.db
        .transaction()
        .execute((trx) => storeAnswer(trx, { ...answer, siteHost: 'nagare.example' }))
    }
    expect(await deps.db.selectFrom('subscriptions').select('status').execute()).toEqual([
      { status: 'canceled' },
    ])
  })
})
