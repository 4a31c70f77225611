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
        clicks: () =>
          forgetOld(deps, { table: 'activities', time: 'created', days: RETENTION_DAYS.clicks }, signal),
        payments: () => forgetPayments(deps),
        changes: () =>
          db
            .deleteFrom('bulk_operations')
            .where('finished', '<', before(deps, RETENTION_DAYS.bulkChanges))
            .execute(),
        deliveries: () =>
          forgetOld(
            deps,
            { table: 'hook_deliveries', time: 'queued', days: RETENTION_DAYS.hookDeliveries },
            signal,
          ),
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

interface Old {
  table: 'activities' | 'hook_deliveries'
  /** The column that says how old a row is. */
  time: string
  days: number
}

/** In batches, since there may be millions. */
async function forgetOld(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  old: Old,
  signal: AbortSignal,
): Promise<void> {
  const [table, id, time] = [sql.table(old.table), sql.ref('id'), sql.ref(old.time)]
  const until = before({ now }, old.days)
  let deleted: bigint | undefined
  do {
    signal.throwIfAborted()
    const batch = sql`select ${id} from ${table} where ${time} < ${until} limit ${sql.lit(ROWS_AT_ONCE)}`
    deleted = (await sql`delete from ${table} where ${id} in (${batch})`.execute(db)).numAffectedRows
    await new Promise(setImmediate)
  } while (deleted)
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
