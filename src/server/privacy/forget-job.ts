import { sql } from 'kysely'
import { DAY_MS } from '#domain/dates/spans.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { engineOf } from '#server/db/engine.ts'
import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Deps } from '#server/deps.ts'
import { eachStep } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'

/** Deletes daily what is kept for a limited time and no other job deletes. */
export const forgetJob: RecurringJob = {
  kind: 'privacy.forget',
  everySeconds: DAY_MS / 1000,
  async run(deps, { signal }) {
    const { db } = deps
    await eachStep(
      deps,
      {
        clicks: () => forgetClicks(deps, signal),
        payments: () => forgetPayments(deps),
        changes: () =>
          db
            .deleteFrom('bulk_operations')
            .where('finished', '<', before(deps, RETENTION_DAYS.bulkChanges))
            .execute(),
        labels: () =>
          db
            .updateTable('tester_keys')
            .set({ label: '' })
            .where('revoked_at', '<', before(deps, RETENTION_DAYS.testerLabels))
            .execute(),
        keys: () =>
          db
            .deleteFrom('api_keys')
            .where(({ or, eb }) => {
              const end = before(deps, RETENTION_DAYS.endedKeys)
              return or([eb('ended_at', '<', end), eb('expires_at', '<', end)])
            })
            .execute(),
        // Deleted rows live on in the write-ahead log until it is emptied.
        log: async () => engineOf(db) === 'sqlite' && sql`pragma wal_checkpoint(truncate)`.execute(db),
      },
      signal,
    )
  },
}

const before = ({ now }: Pick<Deps, 'now'>, days: number) =>
  new Date(now().getTime() - days * DAY_MS).toISOString()

/** In batches, since after a year there may be millions. */
async function forgetClicks(deps: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const { db } = deps
  const old = db
    .selectFrom('activities')
    .select('id')
    .where('created', '<', before(deps, RETENTION_DAYS.clicks))
    .limit(ROWS_AT_ONCE)
  let deleted: bigint
  do {
    signal.throwIfAborted()
    deleted = (await db.deleteFrom('activities').where('id', 'in', old).executeTakeFirst()).numDeletedRows
    await new Promise(setImmediate)
  } while (deleted > 0n)
}

/** Only those of deleted accounts: members see all of theirs. */
async function forgetPayments(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { db } = deps
  const old = before(deps, RETENTION_DAYS.payments)
  const gone = db.deleteFrom('subscriptions').where('user_id', 'is', null).where('ended_at', '<', old)
  for (const { id } of await gone.returning('id').execute())
    await db.deleteFrom('subscription_tickets').where('id', '=', id).execute()
  await db.deleteFrom('checkout_sessions').where('user_id', 'is', null).where('created', '<', old).execute()
  const payers = db.selectFrom('subscriptions').select('customer_id')
  await db
    .deleteFrom('stripe_customers')
    .where('user_id', 'is', null)
    .where('created', '<', old)
    .where('id', 'not in', payers)
    .execute()
}
