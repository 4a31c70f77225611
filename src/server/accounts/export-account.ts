import type { Kysely } from 'kysely'
import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

type ColumnOf<Table extends keyof Database> = keyof Database[Table] & string

/**
 * Everything stored about a person except hashes, tokens and secrets, as pieces of JSON text with a row to a line. It is
 * read in pages, so that a long history is never in memory and a slow reader holds no connection.
 * @throws AppError('tooManyRequests')
 */
export async function exportAccount(
  { db, now, rateLimits }: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  userId: number,
): Promise<AsyncIterable<string>> {
  await rateLimits.exports.take(String(userId))
  return jsonOf(
    { exported: now().toISOString(), user: await account(db, userId) },
    { ...signIns(db, userId), ...clips(db, userId), ...payments(db, userId), ...records(db, userId) },
  )
}

type Pages = AsyncIterable<object[]>

/** An object with these values and lists. */
async function* jsonOf(values: object, lists: Record<string, Pages>): AsyncGenerator<string> {
  yield JSON.stringify(values).slice(0, -1)
  for (const [name, pages] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}:[`
    let comma = ''
    for await (const rows of pages) {
      if (rows.length > 0) yield `${comma}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
      comma = ','
    }
    yield ']'
  }
  yield '}\n'
}

/** A person's rows in the order of their key. Kysely cannot type a query with any table, so only the names are checked. */
async function* rowsOf<Table extends keyof Database>(
  db: Deps['db'],
  table: Table,
  columns: readonly (ColumnOf<Table> | `${ColumnOf<Table>} as ${string}`)[],
  { userId, owner = 'user_id', key = 'id' }: { userId: number; owner?: string; key?: string },
): AsyncGenerator<Record<string, unknown>[]> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const query = untyped
    .selectFrom<string>(table)
    .select([...columns, `${key} as last_key`])
    .where(owner, '=', userId)
    .orderBy(key)
    .limit(ROWS_AT_ONCE)
  let last: unknown
  do {
    const rows = await query.$if(last !== undefined, (after) => after.where(key, '>', last)).execute()
    yield rows.map(({ last_key, ...row }) => row)
    last = rows[ROWS_AT_ONCE - 1]?.last_key
  } while (last !== undefined)
}

function account(db: Deps['db'], userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at', 'new_email', 'locale'])
    .select(['early_pilot', 'survey_occupation', 'role'])
    .select(['granted_membership', 'granted_until', 'created'])
    .select(['suspended_at', 'suspended_reason'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

function signIns(db: Deps['db'], userId: number) {
  const session = ['id', 'user_agent', 'created', 'rotated_at', 'expires_at'] as const
  const end = ['absolute_expires_at', 'revoked_at', 'revoked_reason'] as const
  const proof = ['password_at', 'factor_at', 'factor'] as const
  const passkey = ['name', 'transports', 'created', 'last_used'] as const
  const key = ['name', 'scopes', 'created', 'expires_at', 'last_used', 'ended_at'] as const
  const mail = ['purpose', 'email', 'created', 'expires_at', 'used_at'] as const
  return {
    sessions: rowsOf(db, 'sessions', [...session, ...end, ...proof], { userId }),
    known_devices: rowsOf(db, 'known_devices', ['session_id', 'created', 'expires_at'], {
      userId,
      key: 'secret_hash',
    }),
    passkeys: rowsOf(db, 'passkeys', passkey, { userId }),
    keys: rowsOf(db, 'api_keys', key, { userId }),
    authenticator_app: rowsOf(db, 'authenticator_apps', ['created', 'confirmed_at', 'last_used'], {
      userId,
      key: 'user_id',
    }),
    recovery_codes: rowsOf(db, 'recovery_codes', ['created'], { userId, key: 'code_hash' }),
    mails: rowsOf(db, 'mail_tokens', mail, { userId, key: 'token_hash' }),
  }
}

function clips(db: Deps['db'], userId: number) {
  const clip = [
    'public_id as licence',
    'clip_id',
    'clip_title',
    'clip_title_ja',
    'file_name',
    'file_kind',
    'user_name',
  ] as const
  const terms = ['license', 'license_type', 'terms_version', 'plan', 'licensee_name', 'ai'] as const
  const file = ['file_name', 'folder', 'bytes', 'sha256', 'source_id as clip_id', 'created'] as const
  const end = ['state', 'reason', 'reason_text', 'finished'] as const
  const set = ['slug', 'name', 'description', 'og_image_url', 'views', 'downloads', 'created'] as const
  return {
    likes: likesOf(db, userId),
    boards: boardsOf(db, userId),
    downloads: rowsOf(
      db,
      'downloads',
      [...clip, ...terms, 'digital_source_type', 'via', 'via_name', 'created'],
      { userId },
    ),
    files_being_made: rowsOf(db, 'rendition_waits', ['asked'], { userId, key: 'rendition_id' }),
    promotions: rowsOf(db, 'promotions', [...set, 'expires_at'], { userId, owner: 'created_by' }),
    collections: rowsOf(db, 'collections', set, { userId, owner: 'created_by' }),
    uploads: rowsOf(db, 'uploads', [...file, ...end], { userId }),
    search_rules: rowsOf(db, 'search_rules', ['kind', 'word', 'target', 'clips', 'until', 'created'], {
      userId,
      owner: 'created_by',
    }),
    wishes: rowsOf(db, 'wishes', ['text', 'note', 'status', 'created', 'updated'], {
      userId,
      owner: 'created_by',
    }),
    shop_versions: rowsOf(db, 'shop_versions', ['number', 'changed', 'created'], { userId, key: 'number' }),
    shop_draft: rowsOf(db, 'shop_drafts', ['updated'], { userId }),
  }
}

/** With their clips, in order. */
async function* boardsOf(db: Deps['db'], userId: number): Pages {
  for await (const boards of rowsOf(db, 'boards', ['id', 'name', 'shows_notes', 'created'], { userId })) {
    const clips = await db
      .selectFrom('board_sources')
      .select(['board_id', 'source_id as clip_id', 'note'])
      .where('board_id', 'in', [0, ...boards.map(({ id }) => id as number)])
      .orderBy('position')
      .execute()
    yield boards.map(({ id, ...board }) => ({
      ...board,
      clips: clips.flatMap(({ board_id, ...clip }) => (board_id === id ? [clip] : [])),
    }))
  }
}

/** With the clips' titles, since numbers alone say little. */
async function* likesOf(db: Deps['db'], userId: number): Pages {
  for await (const likes of rowsOf(db, 'likes', ['source_id as clip_id', 'created'], {
    userId,
    key: 'source_id',
  })) {
    const ids = likes.map(({ clip_id }) => clip_id as number)
    const titles = await db
      .selectFrom('sources')
      .select(['id', 'title'])
      .where(oneOf(db, 'id', ids))
      .execute()
    const titleOf = new Map(titles.map(({ id, title }) => [id, title]))
    yield likes.map((like) => ({ ...like, clip_title: titleOf.get(like.clip_id as number) }))
  }
}

function payments(db: Deps['db'], userId: number) {
  const period = ['id', 'status', 'plan', 'current_period_end', 'cancel_at_period_end', 'cancel_at'] as const
  const price = ['amount', 'currency', 'renewal_notice_for', 'past_due_since'] as const
  const end = ['ended_at', 'end_reason', 'end_handled_at', 'created'] as const
  const more = ['card', 'move_state', 'move_amount', 'move_at'] as const
  const checkout = ['plan', 'stripe_id', 'referral', 'status', 'created', 'expires_at'] as const
  return {
    early_tester: rowsOf(db, 'testers', ['claimed_at', 'ended_at'], { userId, key: 'user_id' }),
    stripe_customers: rowsOf(db, 'stripe_customers', ['id', 'created'], { userId }),
    subscriptions: rowsOf(db, 'subscriptions', [...period, ...price, ...end, ...more], { userId }),
    checkout_sessions: rowsOf(db, 'checkout_sessions', checkout, { userId }),
  }
}

function records(db: Deps['db'], userId: number) {
  return {
    activities: parsed('meta', rowsOf(db, 'activities', ['label', 'meta', 'created'], { userId })),
    changes_of_clips: parsed(
      'change',
      rowsOf(db, 'bulk_operations', ['change', 'total', 'changed', 'created', 'finished'], { userId }),
    ),
    changes_by_the_operator: parsed(
      'detail',
      rowsOf(db, 'audit_records', ['actor', 'action', 'detail', 'created'], { userId }),
    ),
  }
}

/** Parses a column of JSON text. */
async function* parsed(column: string, pages: AsyncIterable<Record<string, unknown>[]>): Pages {
  for await (const rows of pages)
    yield rows.map((row) => ({ ...row, [column]: JSON.parse(row[column] as string) }))
}
