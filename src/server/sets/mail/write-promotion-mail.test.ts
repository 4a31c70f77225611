import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { accountsOn } from '../../../../tests/support/shop/account-deps.ts'
import { setShop } from '../../../../tests/support/shop/set-shop.ts'
import { writePromotionMail } from './write-promotion-mail.ts'

describeEachDatabase('the mail about a promotion’s end', (open) => {
  test('is about its own promotion, goes to its maker, and is not sent once it has ended', async () => {
    const db = await open()
    const { deps, aPromotion, clock } = await setShop(db)
    const { site } = accountsOn(db).deps
    await aPromotion('Autumn')
    await aPromotion('Winter', undefined, 9)
    const rows = await db.selectFrom('promotions').select(['id', 'expires_at']).orderBy('id').execute()
    const [autumn, winter] = rows as [(typeof rows)[0], (typeof rows)[0]]
    const write = (promotionId: number) =>
      writePromotionMail({ db, site, now: deps.now }, { mail: 'promotionEndsSoon', promotionId })
    expect((await write(autumn.id))?.letter.subject).toContain('Autumn')
    expect((await write(winter.id))?.letter.subject).toContain('Winter')
    clock.at = Date.parse(autumn.expires_at)
    expect(await write(autumn.id)).toBeUndefined()
    expect(await write(winter.id)).toBeDefined()
    await db.updateTable('promotions').set({ created_by: null }).where('id', '=', winter.id).execute()
    expect(await write(winter.id)).toBeUndefined()
  })
})
