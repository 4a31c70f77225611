import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/dates/spans.ts'
import { createPromotion } from '#server/sets/create-set.ts'
import { endPromotion, extendPromotion } from '#server/sets/promotion-expiry.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { announceEndsJob } from './write-promotion-mail.ts'

describeEachDatabase('the maker of a promotion', (open) => {
  async function aMaker() {
    const accounts = accountsOn(await open())
    const { deps, post } = accounts
    const admin = await aMember(deps, { admin: true })
    const { id: clip } = await aClip(deps.db)
    const make = (promo_name: string, expires_in_days: number) =>
      createPromotion(
        deps,
        { id: admin.id, membership: 'free' },
        { promo_name, source_ids: [clip], expires_in_days },
      )
    let state: unknown
    const hourly = async () => {
      state = await announceEndsJob.run(deps, { state, signal: AbortSignal.timeout(30_000) })
      return post()
    }
    await hourly()
    return { ...accounts, admin, make, hourly }
  }

  test('gets a mail two days before the end, once, and again after an extension', async () => {
    const { deps, admin, make, hourly, pass } = await aMaker()
    await make('Kyoto autumn', 7)
    pass(4 * DAY_MS)
    expect(await hourly()).toEqual([])
    pass(DAY_MS)
    const [mail, ...others] = await hourly()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: admin.email,
      subject: 'Your promotion “Kyoto autumn” on Nagare ends soon',
    })
    expect(mail?.text).toContain('0 views, 0 downloads.\nhttps://nagare.example/promo/kyoto-autumn')
    expect(mail?.text).toContain('https://nagare.example/studio/sets')
    pass(HOUR_MS)
    expect(await hourly()).toEqual([])
    await extendPromotion(deps, 'cli', { name: 'kyoto-autumn', days: 5 })
    pass(3 * DAY_MS)
    expect(await hourly()).toHaveLength(1)
  })

  test('gets no mail for a shorter one, or one ended meanwhile', async () => {
    const { deps, make, hourly, pass } = await aMaker()
    await make('Short', 1)
    await make('Stopped', 3)
    expect(await hourly()).toEqual([])
    pass(DAY_MS)
    await endPromotion(deps, 'cli', 'stopped')
    expect(await hourly()).toEqual([])
  })
})
