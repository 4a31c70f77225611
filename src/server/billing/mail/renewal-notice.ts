import { DAY_MS } from '#domain/dates/spans.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/** How long before the charge the notice is sent. */
const AHEAD_MS = 14 * DAY_MS

/** Announces renewals of yearly subscriptions two weeks ahead, once per period. */
export async function announceRenewals(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const at = now()
  const due = await db
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'current_period_end'])
    .where('plan', '=', 'pro_yearly')
    .where('status', '=', 'active')
    .where('cancel_at', 'is', null)
    .where('cancel_at_period_end', '=', 0)
    .where('end_reason', 'is', null)
    .where('user_id', 'is not', null)
    .where('current_period_end', '>', at.toISOString())
    .where('current_period_end', '<=', new Date(at.getTime() + AHEAD_MS).toISOString())
    .where(({ or, eb, ref }) =>
      or([eb('renewal_notice_for', 'is', null), eb('renewal_notice_for', '<>', ref('current_period_end'))]),
    )
    .execute()
  const what = 'subscription'
  const failed = await eachAlone({ log }, due, { what, signal }, ({ id, user_id, current_period_end }) =>
    announce(db, { subscription: id, userId: user_id!, end: current_period_end }),
  )
  throwFailed(what, failed)
}

async function announce(
  db: Deps['db'],
  { subscription, userId, end }: { subscription: string; userId: number; end: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('subscriptions')
      .set({ renewal_notice_for: end })
      .where('id', '=', subscription)
      .where(({ or, eb }) => or([eb('renewal_notice_for', 'is', null), eb('renewal_notice_for', '<>', end)]))
      .executeTakeFirst()
    if (noted.numUpdatedRows > 0n) await queueMail(trx, { mail: 'membershipRenews', userId, subscription })
  })
}
