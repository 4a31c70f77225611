import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { OpenPayments } from './payments.ts'

type Kind = 'webhook' | 'portal'

export const nameOf = (kind: Kind, { mode }: Pick<OpenPayments, 'mode'>) => `${kind} ${mode}`

/** What we made at Stripe with a key of this mode. */
export async function ownObject(db: Db, kind: Kind, payments: OpenPayments) {
  const row = db.selectFrom('stripe_setup').selectAll().where('name', '=', nameOf(kind, payments))
  return row.executeTakeFirst()
}

/** Keeps a new object in place of the one that was seen. False if another process was faster. */
export async function keepObject(
  db: Db,
  row: { name: string; stripe_id: string; sealed: string },
  seen: string | undefined,
): Promise<boolean> {
  const kept = await db
    .insertInto('stripe_setup')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ stripe_id: row.stripe_id, sealed: row.sealed })
        .where('stripe_setup.stripe_id', '=', seen ?? ''),
    )
    .returning('stripe_id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Secrets that may sign webhooks: the environment's, else that of the webhook which we made. */
export async function webhookSecretsOf(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  payments: OpenPayments,
): Promise<readonly string[]> {
  if (payments.webhookSecrets.length > 0) return payments.webhookSecrets
  const own = await ownObject(db, 'webhook', payments)
  const secret = own && secrets.open(own.sealed, own.name)
  return secret ? [secret] : []
}
