import { expect, test } from 'vitest'
import { cancelMembership } from '#server/billing/membership/cancel-membership.ts'
import { membershipState } from '#server/billing/membership/membership-state.ts'
import { mailDate } from '#server/mail/mail-dates.ts'
import { grantMembership } from '#server/members/grant-membership.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../../tests/support/shop/shop.ts'
import { DAY } from '../../../../tools/stripe-emulator/model/calendar.ts'
import { membershipEndsJob } from './membership-ends.ts'

const FAILED = 'Your payment to Nagare did not go through'
const ENDED = 'Your Nagare membership has ended'

const subjects = async (shop: Shop) => (await shop.post()).map(({ subject }) => subject)

/** Advances the shop's and Stripe's clocks, and handles the events. */
async function days(shop: Shop, count: number): Promise<void> {
  shop.pass(count * DAY * 1000)
  await shop.settle()
}

/** The hourly job, with the state of its last run. */
function ends(shop: Shop) {
  let state: unknown
  return async () => {
    state = await membershipEndsJob.run(shop.deps, { state, signal: AbortSignal.timeout(30_000) })
    return subjects(shop)
  }
}

describePlainSql('a member gets a mail', (open) => {
  async function aBuyer() {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.buy(member.id)
    await shop.settle()
    await shop.post()
    return { shop, member }
  }

  test('about a failed payment, once, with the day on which access ends, and about that end', async () => {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    shop.emulator.control.pay(await shop.checkout(member.id), { card: 'declinesRenewals' })
    await shop.settle()
    await shop.post()
    const told = ends(shop)
    expect(await told()).toEqual([])
    const { until } = await membershipState(shop.deps, member.id)
    await days(shop, (Date.parse(until!) - shop.deps.now().getTime()) / (DAY * 1000) + 0.1)
    const [mail, ...others] = await shop.post()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: member.email, subject: FAILED })
    const { until: end } = await membershipState(shop.deps, member.id)
    expect(mail?.text).toContain('could not charge US$29 for')
    expect(mail?.text).toContain(`You keep access until ${mailDate('en', new Date(end!))}.`)
    expect(mail?.text).toContain('https://nagare.example/account\n')
    await days(shop, 6.8)
    expect(await subjects(shop)).toEqual([])
    expect(await told()).toEqual([])
    await days(shop, 0.5)
    expect(await told()).toEqual([ENDED])
    expect(await told()).toEqual([])
    await days(shop, 30)
    expect(await subjects(shop), 'Stripe gives up').toEqual([])
  })

  test('about the end of a cancelled membership, when it comes', async () => {
    const { shop, member } = await aBuyer()
    await cancelMembership(shop.deps, member.id)
    await shop.settle()
    await shop.post()
    await days(shop, 32)
    const [mail, ...others] = await shop.post()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: member.email, subject: ENDED })
    expect(mail?.text).toContain('https://nagare.example/pricing\n')
    await shop.settle()
    expect(await ends(shop)()).toEqual([])
  })

  test('about no end if another membership goes on', async () => {
    const { shop, member } = await aBuyer()
    await grantMembership(shop.deps, { id: member.id, actor: 'cli' }, { membership: 'pro' })
    await cancelMembership(shop.deps, member.id)
    await shop.settle()
    await shop.post()
    await days(shop, 32)
    expect(await subjects(shop)).toEqual([])
  })

  test('about the end of a grant: by its date, by the operator, by themselves', async () => {
    const shop = shopOn(await open())
    const { id } = await aMember(shop.deps)
    await shop.post()
    const told = ends(shop)
    await told()
    const who = { id, actor: 'cli' } as const
    const until = new Date(shop.deps.now().getTime() + 2 * DAY * 1000)
    await grantMembership(shop.deps, who, { membership: 'pro', until })
    shop.pass(DAY * 1000)
    expect(await told()).toEqual([])
    shop.pass(DAY * 1000)
    expect(await told()).toEqual([ENDED])
    expect(await told()).toEqual([])
    await grantMembership(shop.deps, who, { membership: 'pro' })
    await grantMembership(shop.deps, who, { membership: null })
    expect(await subjects(shop)).toEqual([ENDED])
    await grantMembership(shop.deps, who, { membership: null })
    expect(await subjects(shop)).toEqual([])
    await grantMembership(shop.deps, who, { membership: 'early_adopter' })
    await cancelMembership(shop.deps, id)
    expect(await subjects(shop)).toEqual([ENDED])
  })
})
