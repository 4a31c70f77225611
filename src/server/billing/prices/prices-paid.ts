import type { Plan } from '#domain/membership/price.ts'
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
  /** What new members pay in this currency; null if nothing is sold in it. */
  to: number | null
  /** Members on their way there. */
  moving: number
  /** Members who could not be moved. */
  failed: number
}

type Counts = [members: number, moving: number, failed: number]

const MOVING = ['waiting', 'announced', 'moving'] as const

/** What members with a subscription pay, and how many. */
export async function pricesPaid(deps: Pick<Deps, 'db' | 'payments'>): Promise<PricePaid[]> {
  const offers = await listOffers(deps)
  const rows = await deps.db
    .selectFrom('subscriptions')
    .select(['plan', 'currency', 'amount'])
    .select(({ fn }) => [
      fn.countAll<number>().as('members'),
      fn.count<number>('id').filterWhere('move_state', 'in', MOVING).as('moving'),
      fn.count<number>('id').filterWhere('move_state', '=', 'failed').as('failed'),
    ])
    .where('status', 'in', MAY_CHARGE)
    .where('end_reason', 'is', null)
    .groupBy(['plan', 'currency', 'amount'])
    .orderBy('plan')
    .orderBy('amount')
    .execute()
  return rows.flatMap(({ plan, currency, amount, ...counts }) => {
    if (currency === null || amount === null) return []
    const offer = offers.find((each) => each.currency === currency)
    const to = offer?.amounts[plan as Plan] ?? null
    const [members, moving, failed] = [counts.members, counts.moving, counts.failed].map(Number) as Counts
    return [{ plan, currency, amount, members, isOld: to !== amount, to, moving, failed }]
  })
}
