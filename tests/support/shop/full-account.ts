import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { aClip } from '../database/rows.ts'

const created = '2026-11-01T00:00:00.000Z'

/** Every row that belongs to a person, by table. */
export async function rowsOfAccount(db: Kysely<Database>, id: number): Promise<Record<string, unknown[]>> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const rows: Record<string, unknown[]> = {}
  for (const { name, columns } of await db.introspection.getTables()) {
    const owner = ['user_id', 'created_by'].find((column) => columns.some((each) => each.name === column))
    if (!owner && name !== 'users') continue
    rows[name] = await untyped
      .selectFrom(name)
      .selectAll()
      .where(owner ?? 'id', '=', id)
      .execute()
  }
  return rows
}

/** Gives an account a row in every table that can belong to it, about a clip. */
export async function fillAccount(db: Kysely<Database>, userId: number, clip?: number): Promise<void> {
  const source_id = clip ?? (await aClip(db, { source: { title: 'Fushimi Inari' } })).id
  await db.insertInto('likes').values({ user_id: userId, source_id, created }).execute()
  await db.insertInto('downloads').values(downloadRow(userId, source_id)).execute()
  const click = { label: 'DOWNLOAD_CLICK', meta: '{"path":"/m/7"}', created }
  await db
    .insertInto('activities')
    .values({ user_id: userId, ...click })
    .execute()
  await db.insertInto('testers').values({ user_id: userId, key_id: null, claimed_at: created }).execute()
  await db.insertInto('stripe_customers').values({ id: 'cus_7', user_id: userId, created }).execute()
  await db.insertInto('subscriptions').values(subscriptionRow(userId)).execute()
  await db.insertInto('checkout_sessions').values(checkoutRow(userId)).execute()
  const set = { slug: 'nara', name: 'Nara', created_by: userId, created }
  await db.insertInto('collections').values(set).execute()
  await db
    .insertInto('promotions')
    .values({ ...set, expires_at: '2026-12-01T00:00:00.000Z' })
    .execute()
  const file = { source_id, cloudpath: 'full/7', kind: 'gif', params: '', state: 'making' } as const
  const size = { width: 1, height: 1, bytes: 1, used: created }
  const making = db.insertInto('renditions').values({ ...file, ...size, storage_key: `made/${userId}` })
  const { id: rendition_id } = await making.returning('id').executeTakeFirstOrThrow()
  await db.insertInto('rendition_waits').values({ rendition_id, user_id: userId, asked: created }).execute()
  const board = db.insertInto('boards').values({ user_id: userId, name: 'Titles', created })
  const { id: board_id } = await board.returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('board_sources')
    .values({ board_id, source_id, position: 0, note: 'Last shot' })
    .execute()
  const device = { secret_hash: 'hash of a device', session_id: 'session of a device' }
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, ...device, created, expires_at: created })
    .execute()
  const upload = { id: 'f'.repeat(32), file_name: 'inari.mp4', kind: 'video' as const, bytes: 7 }
  await db
    .insertInto('uploads')
    .values({ user_id: userId, ...upload, created, updated: created })
    .execute()
  const wish = { text: 'red fox', note: 'in snow', status: 'wanted' as const, created, updated: created }
  await db
    .insertInto('wishes')
    .values({ created_by: userId, ...wish })
    .execute()
  const rule = { kind: 'same' as const, word: 'kitsune', target: 'fox', clips: '[]', until: null, created }
  await db
    .insertInto('search_rules')
    .values({ created_by: userId, ...rule })
    .execute()
  const shop = { document: '{}', user_id: userId }
  await db
    .insertInto('shop_versions')
    .values({ ...shop, changed: '["identity.name"]', created })
    .execute()
  await db
    .insertInto('shop_drafts')
    .values({ ...shop, id: 1, revision: 1, updated: created })
    .execute()
  const operation = { change: '{"kind":"hide"}', ids: '[7]', total: 1, undoes: null, created }
  await db
    .insertInto('bulk_operations')
    .values({ user_id: userId, ...operation })
    .execute()
  await addFactors(db, userId)
  const key = { key_hash: 'hash of a key', name: 'Importer', scopes: '["read"]', ended_at: created }
  await db
    .insertInto('api_keys')
    .values({ user_id: userId, ...key, created, expires_at: created, last_used: created })
    .execute()
  const record = { actor: 'cli', action: 'grant', detail: '{}', created }
  await db
    .insertInto('audit_records')
    .values({ user_id: userId, ...record })
    .execute()
}

async function addFactors(db: Kysely<Database>, user_id: number): Promise<void> {
  const key = { id: 'credential', public_key: 'key', counter: 3, transports: '["internal"]', name: 'Phone' }
  await db
    .insertInto('passkeys')
    .values({ user_id, ...key, created })
    .execute()
  await db
    .insertInto('authenticator_apps')
    .values({ user_id, sealed_secret: 'sealed secret of an app', created, confirmed_at: created })
    .execute()
  await db.insertInto('recovery_codes').values({ user_id, code_hash: 'hash of a code', created }).execute()
  await db
    .insertInto('factor_challenges')
    .values({ user_id, challenge_hash: 'hash of a challenge', purpose: 'signIn', expires_at: created })
    .execute()
}

function downloadRow(user_id: number, source_id: number) {
  return {
    user_id,
    source_id,
    public_id: 'licence-9876543210',
    clip_id: source_id,
    clip_title: 'Fushimi Inari',
    clip_title_ja: '伏見稲荷',
    file_name: 'nagare_inari.mp4',
    license: 'Nagare licence',
    license_type: 'commercial' as const,
    terms_version: '2024-12-01',
    plan: 'pro' as const,
    licensee_name: 'Aoi',
    via: 'clip' as const,
    via_name: '',
    created,
  }
}

function subscriptionRow(user_id: number) {
  return {
    user_id,
    id: 'sub_7',
    customer_id: 'cus_7',
    status: 'active',
    plan: 'pro_monthly',
    current_period_end: '2026-12-01T00:00:00.000Z',
    created,
    synced_at: created,
  }
}

function checkoutRow(user_id: number) {
  return {
    user_id,
    plan: 'pro_monthly' as const,
    idempotency_key: `cs:${user_id}:pro_monthly:1`,
    stripe_id: 'cs_7',
    url: 'https://checkout.example/cs_7',
    referral: 'friend',
    status: 'complete' as const,
    created,
  }
}
