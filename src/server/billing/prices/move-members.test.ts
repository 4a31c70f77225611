import { expect, test, vi } from 'vitest'
import { cancelMembership, resumeMembership } from '#server/billing/membership/cancel-membership.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { changePlan, previewPlanChange } from '#server/billing/membership/plan-change.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { moveMembers, startMove, stopMove } from './move-members.ts'
import { pricesPaid } from './prices-paid.ts'
import { setPrice } from './set-price.ts'

const by = 'cli' as const
const OLD = { usd: 2900, jpy: 3980 }
const NEW = { usd: 3100, jpy: 4280 }
const DOLLARS = { plan: 'pro_monthly', currency: 'usd', amount: 2900 } as const
const YEN = { plan: 'pro_monthly', currency: 'jpy', amount: 3980 } as const

/** A shop that sells in both currencies, a member who reads English and one who reads Japanese; then the price rises. */
async function aShop(db: Parameters<typeof shopOn>[0]) {
  const shop = shopOn(db)
  await setPrice(shop.deps, { plan: 'pro_monthly', amounts: OLD, by })
  await setPrice(shop.deps, { plan: 'pro_yearly', amounts: { usd: 26_400, jpy: 39_800 }, by })
  const [english, japanese] = [await aMember(shop.deps), await aMember(shop.deps)]
  await shop.deps.db.updateTable('users').set({ locale: 'ja' }).where('id', '=', japanese.id).execute()
  await shop.buy(english.id)
  await shop.buy(japanese.id)
  await shop.settle()
  await shop.post()
  // Nobody buys at the very moment at which the price rises: their first renewal is less than a month away.
  shop.pass(1)
  await setPrice(shop.deps, { plan: 'pro_monthly', amounts: NEW, by })
  return { shop, english, japanese }
}

/** Lives through days, hour by hour around noon. Mails with the day on which each came. */
async function live(shop: Shop, count: number, work = () => moveMembers(shop.deps)) {
  const mails: { day: number; to: string; subject: string; text: string }[] = []
  for (let day = 0; day < count; day++) {
    await work()
    await shop.settle()
    for (const { to, subject, text } of await shop.post()) mails.push({ day, to, subject, text })
    shop.pass(DAY * 1000)
    await shop.settle()
  }
  return mails
}

const paidBy = (shop: Shop, id: string) =>
  shop.emulator.control
    .truth()
    .charges.filter(({ subscription, status }) => subscription === id && status === 'succeeded')
    .map(({ amount }) => amount)
const rows = (shop: Shop) => shop.deps.db.selectFrom('subscriptions').selectAll().orderBy('id').execute()
const setMoving = (shop: Shop) =>
  Promise.all([DOLLARS, YEN].map((paid) => startMove(shop.deps, { ...paid, by })))

describeEachDatabase('members move to a new price', (open) => {
  test('at the renewal after the next, a month after a mail, without a charge in between, each once', async () => {
    const { shop, english, japanese } = await aShop(await open())
    shop.pass(5 * DAY * 1000)
    await setMoving(shop)
    await setMoving(shop)
    await moveMembers(shop.deps)
    const until = (await membershipState(shop.deps, english.id)).until!
    const { next_price } = await membershipState(shop.deps, english.id)
    expect(next_price).toMatchObject({ amount: 3100, currency: 'usd' })
    expect(next_price!.from > until, 'the next renewal is nearer than 30 days').toBe(true)
    expect(await pricesPaid(shop.deps)).toMatchObject([
      { currency: 'usd', amount: 2900, members: 1, isOld: true, to: 3100, moving: 1 },
      { currency: 'jpy', amount: 3980, members: 1, isOld: true, to: 4280, moving: 1 },
    ])
    const moves = Math.round((Date.parse(next_price!.from) - shop.deps.now().getTime()) / (DAY * 1000))
    const mails = await live(shop, moves + 40)
    expect(mails.map(({ to }) => to).toSorted()).toEqual([english.email, japanese.email].toSorted())
    for (const { day } of mails) expect(moves - day, 'days before').toBeGreaterThanOrEqual(30)
    for (const { day } of mails) expect(moves - day).toBeLessThanOrEqual(32)
    const [one, other] = await rows(shop)
    expect(paidBy(shop, one!.id)).toEqual([2900, 2900, 3100, 3100])
    expect(paidBy(shop, other!.id)).toEqual([3980, 3980, 4280, 4280])
    expect(mails.find(({ to }) => to === english.email)?.text).toContain('will cost US$31 for one month')
    expect(mails.find(({ to }) => to === japanese.email)?.text).toContain('¥4,280になります')
    expect([one, other].map((row) => [row!.move_state, row!.move_at])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(await membershipState(shop.deps, english.id)).toMatchObject({ next_price: null, can_cancel: true })
    await expect(startMove(shop.deps, { ...DOLLARS, amount: 3100, by })).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  test('unless that is stopped, which those hear who had the mail; from the day before, it holds', async () => {
    const { shop, english } = await aShop(await open())
    await startMove(shop.deps, { ...DOLLARS, by })
    const mails = await live(shop, 40)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('changes on')])
    await stopMove(shop.deps, { ...DOLLARS, by })
    const [stays, ...more] = await live(shop, 60)
    expect(more).toEqual([])
    expect(stays).toMatchObject({ to: english.email, subject: expect.stringContaining('stays as it is') })
    expect(stays?.text).toContain('US$29 for one month')
    const [row] = await rows(shop)
    expect(new Set(paidBy(shop, row!.id))).toEqual(new Set([2900]))
    const acts = await shop.deps.db.selectFrom('audit_records').select('action').execute()
    expect(acts.map(({ action }) => action).slice(-2)).toEqual(['billing.move', 'billing.stop_move'])
    // Again, up to the last day.
    await startMove(shop.deps, { ...DOLLARS, by })
    await moveMembers(shop.deps)
    const { move_at } = (await rows(shop))[0]!
    const days = (Date.parse(move_at!) - shop.deps.now().getTime()) / (DAY * 1000)
    await live(shop, Math.floor(days))
    await moveMembers(shop.deps)
    expect((await rows(shop))[0]).toMatchObject({ move_state: 'moved', amount: 3100 })
    await stopMove(shop.deps, { ...DOLLARS, by })
    expect(await membershipState(shop.deps, english.id)).toMatchObject({
      next_price: { amount: 3100, from: move_at },
    })
  })

  test('though it is killed at any step, or Stripe fails, and one who fails does not hold the others', async () => {
    const { shop } = await aShop(await open())
    await setMoving(shop)
    const [one, other] = await rows(shop)
    const update = shop.stripe.subscriptions.update.bind(shop.stripe.subscriptions)
    let calls = 0
    const failing = vi.spyOn(shop.stripe.subscriptions, 'update')
    failing.mockImplementation(async (id, params, options) => {
      if (id === other!.id) throw new Error('this one never')
      if (++calls === 1) throw new Error('the process is killed before')
      const answer = await update(id, params as never, options as never)
      if (calls === 2) throw new Error('the process is killed after')
      return answer
    })
    // As the hourly job.
    const mails = await live(shop, 100, async () => {
      for (let times = 0; times < 3; times++) await moveMembers(shop.deps).catch(() => {})
    })
    expect(paidBy(shop, one!.id)).toEqual([2900, 2900, 3100, 3100])
    expect(new Set(paidBy(shop, other!.id))).toEqual(new Set([3980]))
    expect((await rows(shop)).map(({ move_state }) => move_state)).toEqual([null, 'failed'])
    expect(await pricesPaid(shop.deps)).toMatchObject([
      { amount: 3100 },
      { amount: 3980, moving: 0, failed: 1 },
    ])
    expect(mails.map(({ subject }) => subject).filter((text) => /変わりません/.test(text))).toHaveLength(1)
    expect(mails).toHaveLength(3)
  })

  test('but not who cancels, until they come back; who changes the plan has come to it', async () => {
    const { shop, english, japanese } = await aShop(await open())
    await setMoving(shop)
    await moveMembers(shop.deps)
    await cancelMembership(shop.deps, english.id)
    expect(await membershipState(shop.deps, english.id)).toMatchObject({ next_price: null, can_resume: true })
    const { proration_date } = await previewPlanChange(shop.deps, japanese.id, 'pro_yearly')
    await changePlan(shop.deps, japanese.id, { price: 'pro_yearly', proration_date })
    await shop.settle()
    await shop.post()
    // Through the days on which the mail would have come.
    await live(shop, 29)
    expect((await rows(shop)).map(({ move_state }) => move_state)).toEqual(['waiting', null])
    await resumeMembership(shop.deps, english.id)
    const mails = await live(shop, 100)
    expect(mails.filter(({ subject }) => subject.includes('changes on'))).toHaveLength(1)
    const [one] = await rows(shop)
    expect(paidBy(shop, one!.id)[1], 'without a mail, nobody moves').toBe(2900)
    expect(paidBy(shop, one!.id).at(-1)).toBe(3100)
  })

  test('to the newest price, of which they are told anew; a price of a year holds from its renewal', async () => {
    const { shop, english } = await aShop(await open())
    await startMove(shop.deps, { ...DOLLARS, by })
    const [first] = await live(shop, 40)
    expect(first?.text).toContain('US$31')
    await setPrice(shop.deps, { plan: 'pro_monthly', amounts: { ...NEW, usd: 3300 }, by })
    const again = await live(shop, 70)
    expect(again.map(({ text }) => text)).toEqual([expect.stringContaining('US$33')])
    const [row] = await rows(shop)
    expect(paidBy(shop, row!.id).slice(-1)).toEqual([3300])
    expect(new Set(paidBy(shop, row!.id))).toEqual(new Set([2900, 3300]))
    const { proration_date } = await previewPlanChange(shop.deps, english.id, 'pro_yearly')
    await changePlan(shop.deps, english.id, { price: 'pro_yearly', proration_date })
    await shop.settle()
    await setPrice(shop.deps, { plan: 'pro_yearly', amounts: { usd: 30_000, jpy: 45_000 }, by })
    await startMove(shop.deps, { plan: 'pro_yearly', currency: 'usd', amount: 26_400, by })
    await moveMembers(shop.deps)
    const { until, next_price } = await membershipState(shop.deps, english.id)
    expect(next_price).toEqual({ amount: 30_000, currency: 'usd', from: until })
  })
})
