import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

type ColumnOf<Table extends keyof Database> = keyof Database[Table] & string

/** Everything stored about a person except hashes, tokens and secrets. */
export async function exportAccount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
): Promise<Record<string, unknown>> {
  return {
    exported: now().toISOString(),
    user: await account(db, userId),
    ...(await signIns(db, userId)),
    ...(await clips(db, userId)),
    ...(await payments(db, userId)),
    ...(await records(db, userId)),
  }
}

/** A person's rows, oldest first. Kysely cannot type a query with any table, so only the names are checked here. */
function rowsOf<Table extends keyof Database>(
  db: Deps['db'],
  table: Table,
  columns: readonly (ColumnOf<Table> | `${ColumnOf<Table>} as ${string}`)[],
  { userId, owner = 'user_id', order = 'id' }: { userId: number; owner?: string; order?: string },
) {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  return untyped.selectFrom<string>(table).select(columns).where(owner, '=', userId).orderBy(order).execute()
}

function account(db: Deps['db'], userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale', 'early_pilot', 'survey_occupation', 'email_verified_at'])
    .select(['granted_membership', 'granted_until', 'created'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

async function signIns(db: Deps['db'], userId: number) {
  const session = ['id', 'user_agent', 'created', 'rotated_at', 'expires_at'] as const
  const end = ['revoked_at', 'revoked_reason'] as const
  const mail = ['purpose', 'email', 'created', 'expires_at', 'used_at'] as const
  return {
    sessions: await rowsOf(db, 'sessions', [...session, ...end], { userId, order: 'created' }),
    known_devices: await rowsOf(db, 'known_devices', ['session_id', 'created', 'expires_at'], {
      userId,
      order: 'created',
    }),
    mails: await rowsOf(db, 'mail_tokens', mail, { userId, order: 'created' }),
  }
}

async function clips(db: Deps['db'], userId: number) {
  const clip = ['public_id as licence', 'clip_id', 'clip_title', 'clip_title_ja', 'file_name'] as const
  const terms = ['license', 'license_type', 'terms_version', 'plan', 'licensee_name'] as const
  const set = ['slug', 'name', 'created'] as const
  return {
    likes: await db
      .selectFrom('likes')
      .innerJoin('sources', 'sources.id', 'likes.source_id')
      .select(['sources.id as clip_id', 'sources.title as clip_title', 'likes.created'])
      .where('likes.user_id', '=', userId)
      .orderBy('likes.created')
      .execute(),
    downloads: await rowsOf(db, 'downloads', [...clip, ...terms, 'via', 'via_name', 'created'], { userId }),
    promotions: await rowsOf(db, 'promotions', set, { userId, owner: 'created_by' }),
    collections: await rowsOf(db, 'collections', set, { userId, owner: 'created_by' }),
  }
}

async function payments(db: Deps['db'], userId: number) {
  const period = ['id', 'status', 'plan', 'current_period_end', 'cancel_at_period_end', 'cancel_at'] as const
  const end = ['past_due_since', 'ended_at', 'created'] as const
  const checkout = ['plan', 'stripe_id', 'referral', 'status', 'created', 'expires_at'] as const
  return {
    early_tester: await rowsOf(db, 'testers', ['claimed_at', 'ended_at'], { userId, order: 'claimed_at' }),
    stripe_customers: await rowsOf(db, 'stripe_customers', ['id', 'created'], { userId, order: 'created' }),
    subscriptions: await rowsOf(db, 'subscriptions', [...period, ...end], { userId, order: 'created' }),
    checkout_sessions: await rowsOf(db, 'checkout_sessions', checkout, { userId }),
  }
}

async function records(db: Deps['db'], userId: number) {
  const activities = await rowsOf(db, 'activities', ['label', 'meta', 'created'], { userId })
  return {
    activities: activities.map((row) => ({ ...row, meta: JSON.parse(row.meta as string) })),
    changes_by_the_operator: await rowsOf(db, 'audit_records', ['action', 'created'], { userId }),
  }
}
