import { PAST_DUE_GRACE_MS } from '#domain/membership/membership.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

interface Mailed {
  /** Ends of memberships up to this time are mailed already. */
  upTo: string
}

/** Mails members whose membership has run out: a grant, or the grace after a failed charge. */
export const membershipEndsJob: RecurringJob = {
  kind: 'billing.ends',
  everySeconds: 60 * 60,
  run: (deps, { state }) => mailEnds(deps, state as Mailed | undefined),
}

async function mailEnds({ db, now }: Pick<Deps, 'db' | 'now'>, mailed: Mailed | undefined): Promise<Mailed> {
  const upTo = now().toISOString()
  const from = mailed?.upTo ?? upTo
  const grants = await db
    .selectFrom('users')
    .select('id as userId')
    .where('granted_membership', 'is not', null)
    .where('granted_until', '>', from)
    .where('granted_until', '<=', upTo)
    .execute()
  const unpaid = await db
    .selectFrom('subscriptions')
    .select('user_id as userId')
    .where('status', '=', 'past_due')
    .where('end_reason', 'is', null)
    .where('past_due_since', '>=', graceBefore(from))
    .where('past_due_since', '<', graceBefore(upTo))
    .execute()
  // All or none: after a failure, nobody gets a second mail.
  await db.transaction().execute(async (trx) => {
    for (const { userId } of [...grants, ...unpaid])
      if (userId !== null) await queueMail(trx, { mail: 'membershipEnded', userId })
  })
  return { upTo }
}

/** A charge that failed then has its grace until this time. */
function graceBefore(instant: string): string {
  return new Date(Date.parse(instant) - PAST_DUE_GRACE_MS).toISOString()
}
