import { MAY_CHARGE } from '#server/billing/sync/subscription-facts.ts'
import type { Deps } from '#server/deps.ts'
import { listOffers } from './offers.ts'

export interface PricePaid {
  plan: string
  currency: string
  amount: number
  members: number
  /** Whether new members pay something else. */
  isOld: boolean
}

/** What members with a subscription pay, and how many. */
export async function pricesPaid(deps: Pick<Deps, 'db' | 'payments'>): Promise<PricePaid[]> {
  const offers = await listOffers(deps)
  const rows = await deps.db
    .selectFrom('subscriptions')
    .select(['plan', 'currency', 'amount'])
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .where('status', 'in', MAY_CHARGE)
    .where('end_reason', 'is', null)
    .groupBy(['plan', 'currency', 'amount'])
    .orderBy('plan')
    .orderBy('amount')
    .execute()
  return rows.flatMap(({ plan, currency, amount, members }) => {
    if (currency === null || amount === null) return []
    const offer = offers.find((each) => each.currency === currency)
    const isOld = Object.entries(offer?.amounts ?? {}).every(([key, now]) => key !== plan || now !== amount)
    return [{ plan, currency, amount, members: Number(members), isOld }]
  })
}
