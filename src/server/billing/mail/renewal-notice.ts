import type { ExpressionBuilder } from 'kysely'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/** How long before the charge a year is announced. */
const YEAR_AHEAD_MS = 14 * DAY_MS
/** Stripe's event comes three days before the end of a trial. */
const TRIAL_AHEAD_MS = 3 * DAY_MS

type Subscriptions = ExpressionBuilder<Database, 'subscriptions'>

/**
 * Announces renewals of yearly subscriptions two weeks ahead and ends of trials three days ahead, once per period.
 * @param only a subscription
 */
export async function announceRenewals(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { signal, only }: { signal?: AbortSignal; only?: string },
): Promise<void> {
  const at = now().getTime()
  const time = (ms: number) => new Date(at + ms).toISOString()
  const isYear = ({ and, eb }: Subscriptions) =>
    and([
      eb('plan', '=', 'pro_yearly'),
      eb('status', '=', 'active'),
      eb('current_period_end', '<=', time(YEAR_AHEAD_MS)),
    ])
  // The mail at its start tells of a trial that has just begun.
  const isTrial = ({ and, eb }: Subscriptions) =>
    and([
      eb('status', '=', 'trialing'),
      eb('current_period_end', '<=', time(TRIAL_AHEAD_MS)),
      eb('created', '<', time(-DAY_MS)),
    ])
  const due = await db
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'status', 'current_period_end'])
    .where((eb) => eb.or([isYear(eb), isTrial(eb)]))
    .where('cancel_at', 'is', null)
    .where('cancel_at_period_end', '=', 0)
    .where('end_reason', 'is', null)
    .where('user_id', 'is not', null)
    .where('current_period_end', '>', time(0))
    .where(({ or, eb, ref }) =>
      or([eb('renewal_notice_for', 'is', null), eb('renewal_notice_for', '<>', ref('current_period_end'))]),
    )
    .$if(only !== undefined, (query) => query.where('id', '=', only!))
    .execute()
  const what = 'subscription'
  const failed = await eachAlone(
    { log },
    due,
    { what, signal },
    ({ id, user_id, status, current_period_end }) =>
      announce(db, {
        mail: status === 'trialing' ? 'trialEnds' : 'membershipRenews',
        ...{ subscription: id, userId: user_id!, end: current_period_end },
      }),
  )
  throwFailed(what, failed)
}

interface Announced {
  mail: 'trialEnds' | 'membershipRenews'
  subscription: string
  userId: number
  end: string
}

async function announce(db: Deps['db'], { mail, subscription, userId, end }: Announced): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('subscriptions')
      .set({ renewal_notice_for: end })
      .where('id', '=', subscription)
      .where(({ or, eb }) => or([eb('renewal_notice_for', 'is', null), eb('renewal_notice_for', '<>', end)]))
      .executeTakeFirst()
    if (noted.numUpdatedRows > 0n) await queueMail(trx, { mail, userId, subscription })
  })
}
