import type * as calls from '#contract/accounts/tester-calls.ts'
import { AppError } from '#contract/errors.ts'
import { cancelSubscription } from '#server/billing/membership/cancel-membership.ts'
import type { Deps } from '#server/deps.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { checkTesterKey, claimSpot } from '#server/testers/claim-spot.ts'
import { countTesters } from '#server/testers/tester-keys.ts'

/** @throws AppError('notFound') while the programme is off */
function assertOn({ site }: Deps): void {
  if (!site.shop.programme.testers) throw new AppError('notFound')
}

export const testers: Handlers<typeof calls> = {
  testerCount({ deps }) {
    assertOn(deps)
    return countTesters(deps)
  },
  async testerKey({ deps, visitor }, { key }) {
    assertOn(deps)
    await checkTesterKey(deps, { key, address: visitor.address })
    return { status: 'OK' }
  },
  async claimSpot({ deps, member, visitor }, { key, end_subscription }) {
    assertOn(deps)
    const claimed = await claimSpot(deps, member, { key, address: visitor.address })
    // Afterwards, so that nobody who gets no spot loses a subscription.
    if (end_subscription) await cancelSubscription(deps, member.id)
    return claimed
  },
}
