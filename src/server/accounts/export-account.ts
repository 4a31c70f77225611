import type { Deps } from '#server/deps.ts'

type ExportDeps = Pick<Deps, 'db' | 'now'>

/** Everything stored about a person except hashes, tokens and secrets. */
export async function exportAccount(deps: ExportDeps, userId: number): Promise<Record<string, unknown>> {
  return {
    exported: deps.now().toISOString(),
    user: await account(deps, userId),
    ...(await signIns(deps, userId)),
    ...(await clips(deps, userId)),
    ...(await payments(deps, userId)),
    ...(await records(deps, userId)),
  }
}

function account({ db }: ExportDeps, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale', 'early_pilot', 'survey_occupation', 'email_verified_at'])
    .select(['granted_membership', 'granted_until', 'created'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

async function signIns({ db }: ExportDeps, userId: number) {
  return {
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'created', 'rotated_at', 'expires_at', 'revoked_at', 'revoked_reason'])
      .where('user_id', '=', userId)
      .orderBy('created')
      .execute(),
    mails: await db
      .selectFrom('mail_tokens')
      .select(['purpose', 'email', 'created', 'expires_at', 'used_at'])
      .where('user_id', '=', userId)
      .orderBy('created')
      .execute(),
  }
}

async function clips({ db }: ExportDeps, userId: number) {
  return {
    likes: await db
      .selectFrom('likes')
      .innerJoin('sources', 'sources.id', 'likes.source_id')
      .select(['sources.id as clip_id', 'sources.title as clip_title', 'likes.created'])
      .where('likes.user_id', '=', userId)
      .orderBy('likes.created')
      .execute(),
    downloads: await db
      .selectFrom('downloads')
      .select(['public_id as licence', 'clip_id', 'clip_title', 'clip_title_ja', 'file_name', 'license'])
      .select(['license_type', 'terms_version', 'plan', 'licensee_name', 'via', 'via_name', 'created'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    promotions: await sets(db, 'promotions', userId),
    collections: await sets(db, 'collections', userId),
  }
}

function sets(db: ExportDeps['db'], table: 'promotions' | 'collections', userId: number) {
  return db
    .selectFrom(table)
    .select(['slug', 'name', 'created'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute()
}

async function payments({ db }: ExportDeps, userId: number) {
  return {
    early_tester: await db
      .selectFrom('testers')
      .select(['claimed_at', 'ended_at'])
      .where('user_id', '=', userId)
      .execute(),
    stripe_customers: await db
      .selectFrom('stripe_customers')
      .select(['id', 'created'])
      .where('user_id', '=', userId)
      .execute(),
    subscriptions: await db
      .selectFrom('subscriptions')
      .select(['id', 'status', 'plan', 'current_period_end', 'cancel_at_period_end', 'cancel_at'])
      .select(['past_due_since', 'ended_at', 'created'])
      .where('user_id', '=', userId)
      .orderBy('created')
      .execute(),
    checkout_sessions: await db
      .selectFrom('checkout_sessions')
      .select(['plan', 'stripe_id', 'referral', 'status', 'created', 'expires_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  }
}

async function records({ db }: ExportDeps, userId: number) {
  const activities = await db
    .selectFrom('activities')
    .select(['label', 'meta', 'created'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return {
    activities: activities.map((row) => ({ ...row, meta: JSON.parse(row.meta) })),
    changes_by_the_operator: await db
      .selectFrom('audit_records')
      .select(['action', 'created'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  }
}
