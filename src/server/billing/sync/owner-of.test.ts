import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { ownerOf } from './owner-of.ts'

const HERE = 'nagare.example'

describeEachDatabase('the owner of a subscription', (open) => {
  test('is in its metadata, else linked to its customer, and never guessed', async () => {
    const db = await open()
    const [aoi, ren] = [await aUser(db), await aUser(db)]
    const customers = { cus_aoi: aoi, cus_gone: null }
    for (const [id, user_id] of Object.entries(customers))
      await db.insertInto('stripe_customers').values({ id, user_id, created: '2026-11-21' }).execute()
    const owner = (customerId: string, userIds: number[], site?: string) =>
      ownerOf(db, { customerId, userIds, site }, HERE)
    expect(await owner('cus_aoi', [ren, aoi], HERE)).toEqual({ kind: 'member', userId: ren })
    expect(await owner('cus_aoi', [987_654], HERE)).toEqual({ kind: 'member', userId: aoi })
    expect(await owner('cus_aoi', []), 'made by hand at Stripe').toEqual({ kind: 'member', userId: aoi })
    expect(await owner('cus_gone', [987_654], HERE)).toEqual({ kind: 'gone' })
    expect(await owner('cus_new', [987_654], HERE)).toEqual({ kind: 'nobody' })
    for (const site of ['other.example', undefined])
      expect(await owner('cus_new', [aoi], site)).toEqual({ kind: 'foreign' })
  })
})
