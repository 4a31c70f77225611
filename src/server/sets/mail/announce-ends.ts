import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { daysAfter } from '#server/sets/promotion-expiry.ts'

/** Time for the maker to think about it. */
const DAYS_AHEAD = 2

interface Announced {
  /** Ends up to here are announced. */
  upTo: string
}

/** Mails makers two days before a promotion ends, unless it was made or extended for less. */
export const announceEndsJob: RecurringJob = {
  kind: 'sets.announceEnds',
  everySeconds: 60 * 60,
  run: (deps, { state }) => announceEnds(deps, state as Announced | undefined),
}

async function announceEnds(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  announced: Announced | undefined,
): Promise<Announced> {
  const upTo = daysAfter(now(), DAYS_AHEAD)
  const ending = await db
    .selectFrom('promotions')
    .select('id')
    .where('expires_at', '>', announced?.upTo ?? upTo)
    .where('expires_at', '<=', upTo)
    .execute()
  // All or none: after a failure, nobody gets a second mail.
  await db.transaction().execute(async (trx) => {
    for (const { id } of ending) await queueMail(trx, { mail: 'promotionEndsSoon', promotionId: id })
  })
  return { upTo }
}
