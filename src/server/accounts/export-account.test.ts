import { text } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { fillAccount } from '../../../tests/support/shop/full-account.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { exportAccount } from './export-account.ts'

const exported = async (deps: Deps, id: number) => text(await exportAccount(deps, id))

/** A new column is exported, or has its place here for a reason. */
const LEFT_OUT = [
  // Tokens are secret; the session is exported.
  ...['access_tokens.created', 'access_tokens.expires_at', 'access_tokens.token_hash'],
  'api_keys.key_hash',
  // The action has both.
  ...['audit_records.kind', 'audit_records.subject'],
  ...['authenticator_apps.last_step', 'authenticator_apps.sealed_secret'],
  // Whoever has it sees the collection.
  'boards.link',
  // Internal progress of an operation.
  ...['failed', 'ids', 'position', 'refused', 'tries', 'unchanged'].map((name) => `bulk_operations.${name}`),
  // The page of a payment opens without a sign-in.
  ...['checkout_sessions.idempotency_key', 'checkout_sessions.url'],
  // They live for minutes.
  ...['challenge_hash', 'expires_at', 'purpose'].map((name) => `factor_challenges.${name}`),
  'known_devices.secret_hash',
  'mail_tokens.token_hash',
  ...['passkeys.counter', 'passkeys.public_key'],
  'recovery_codes.code_hash',
  ...['sessions.generation', 'sessions.secret', 'sessions.token_hash'],
  // The shop's words, not the admin's; the changes that were published are in the log.
  ...['shop_drafts.document', 'shop_drafts.revision', 'shop_versions.document', 'shop_versions.restored'],
  ...['subscriptions.sync_ticket', 'subscriptions.synced_at'],
  // Internal state of an upload.
  ...['batch', 'closed', 'held', 'kind', 'lease', 'lease_asked', 'poster', 'ratio', 'received'].map(
    (column) => `uploads.${column}`,
  ),
  ...['restarts', 'sheet', 'stage', 'target', 'updated'].map((column) => `uploads.${column}`),
  ...['users.email_normalised', 'users.password_hash'],
]

/** They link rows; the first test has those that people see. */
const KEYS =
  'id user_id created_by source_id rendition_id replaces key_id customer_id session_id undoes undone_by api_key'.split(
    ' ',
  )
const JSON_COLUMNS = ['meta', 'detail', 'change']

/** The database refuses to change what is in the log. */
async function allowChangedRecords(db: Kysely<Database>): Promise<void> {
  const allow =
    engineOf(db) === 'sqlite'
      ? sql`drop trigger audit_records_unchanged`
      : sql`alter table audit_records disable trigger user`
  await allow.execute(db)
}

/** PostgreSQL's databases are used again. */
async function forbidChangedRecords(db: Kysely<Database>): Promise<void> {
  if (engineOf(db) === 'postgres') await sql`alter table audit_records enable trigger user`.execute(db)
}

interface Mark {
  /** `table.column` */
  column: string
  /** Its value, which nothing else has. */
  mark: string
}

/** Gives every column of every row of a person a unique value. */
async function markColumns(db: Deps['db'], userId: number): Promise<Mark[]> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const marks: Mark[] = []
  for (const { name: table, columns } of await db.introspection.getTables()) {
    const owner =
      table === 'users'
        ? 'id'
        : ['user_id', 'created_by'].find((key) => columns.some(({ name }) => name === key))
    if (!owner) continue
    const rows = await untyped.selectFrom(table).selectAll().where(owner, '=', userId).execute()
    expect(rows, table).toHaveLength(1)
    for (const { name, dataType } of columns.filter(({ name }) => !KEYS.includes(name))) {
      const isText = dataType.toLowerCase() === 'text'
      const mark = isText ? `<${table}.${name}>` : String(7_000_000 + marks.length)
      const value = isText ? (JSON_COLUMNS.includes(name) ? JSON.stringify({ mark }) : mark) : Number(mark)
      await untyped
        .updateTable(table)
        .set({ [name]: value })
        .where(owner, '=', userId)
        .execute()
      marks.push({ column: `${table}.${name}`, mark })
    }
  }
  return marks
}

describePlainSql('the export of an account', (open) => {
  test('has all data about its person', async () => {
    const { deps, post } = accountsOn(await open())
    const { id, name, email } = await aMember(deps)
    await fillAccount(deps.db, id)
    await post()
    const data = JSON.parse(await exported(deps, id))
    expect(data).toMatchObject({
      exported: deps.now().toISOString(),
      user: { id, name, email, locale: 'en', early_pilot: 0, email_verified_at: null },
      sessions: [{ user_agent: 'test', revoked_at: null }],
      mails: [{ purpose: 'verifyEmail', email, used_at: null }],
      passkeys: [{ name: 'Phone' }],
      keys: [{ name: 'Importer', scopes: '["read"]' }],
      authenticator_app: [{ confirmed_at: expect.any(String) }],
      recovery_codes: [{ created: expect.any(String) }],
      known_devices: [{ session_id: 'session of a device' }],
      likes: [{ clip_title: 'Fushimi Inari' }],
      downloads: [{ licence: 'licence-9876543210', licensee_name: 'Aoi', plan: 'pro' }],
      files_being_made: [{ asked: expect.any(String) }],
      promotions: [{ slug: 'nara' }],
      collections: [{ slug: 'nara' }],
      boards: [{ name: 'Titles', clips: [{ note: 'Last shot' }] }],
      uploads: [{ file_name: 'inari.mp4', bytes: 7 }],
      search_rules: [{ kind: 'same', word: 'kitsune', target: 'fox' }],
      wishes: [{ text: 'red fox', status: 'wanted' }],
      shop_versions: [{ number: 1, changed: '["identity.name"]' }],
      shop_draft: [{ updated: expect.any(String) }],
      early_tester: [{ ended_at: null }],
      stripe_customers: [{ id: 'cus_7' }],
      subscriptions: [{ id: 'sub_7', status: 'active' }],
      checkout_sessions: [{ stripe_id: 'cs_7', referral: 'friend' }],
      activities: [{ label: 'DOWNLOAD_CLICK', meta: { path: '/m/7' } }],
      changes_by_the_operator: [{ action: 'grant' }],
    })
  })

  test('has every column of its owner, except secrets, derived values and internal state', async () => {
    const { deps, post } = accountsOn(await open())
    const { id } = await aMember(deps)
    await fillAccount(deps.db, id)
    await post()
    await allowChangedRecords(deps.db)
    const marks = await markColumns(deps.db, id).finally(() => forbidChangedRecords(deps.db))
    const data = await exported(deps, id)
    const missing = marks.filter(({ mark }) => !data.includes(mark)).map(({ column }) => column)
    expect(missing.toSorted()).toEqual(LEFT_OUT)
  })

  test('has nothing of other people', async () => {
    const { deps, post } = accountsOn(await open())
    const [one, other] = [await aMember(deps), await aMember(deps)]
    await fillAccount(deps.db, other.id)
    await post()
    const data = JSON.parse(await exported(deps, one.id))
    expect(JSON.stringify(data)).not.toContain(other.email)
    const lists = Object.entries<unknown[]>(data).filter(
      ([, value]) => Array.isArray(value) && value.length > 0,
    )
    expect(lists.map(([name]) => name)).toEqual(['sessions', 'mails'])
  })

  test('has nothing that gives access', async () => {
    const { deps, post } = accountsOn(await open())
    const { id, access_token, refresh_token } = await aMember(deps)
    await post()
    await fillAccount(deps.db, id)
    const secrets = [
      ...(await deps.db.selectFrom('known_devices').select('secret_hash as secret').execute()),
      ...(await deps.db.selectFrom('users').select('password_hash as secret').execute()),
      ...(await deps.db.selectFrom('sessions').select('secret').execute()),
      ...(await deps.db.selectFrom('sessions').select('token_hash as secret').execute()),
      ...(await deps.db.selectFrom('access_tokens').select('token_hash as secret').execute()),
      ...(await deps.db.selectFrom('mail_tokens').select('token_hash as secret').execute()),
      ...(await deps.db.selectFrom('authenticator_apps').select('sealed_secret as secret').execute()),
      ...(await deps.db.selectFrom('recovery_codes').select('code_hash as secret').execute()),
      ...(await deps.db.selectFrom('factor_challenges').select('challenge_hash as secret').execute()),
    ].map(({ secret }) => secret)
    expect(secrets).toHaveLength(9)
    const data = await exported(deps, id)
    for (const secret of [...secrets, access_token, refresh_token]) expect(data).not.toContain(secret)
  })

  test('a long history is complete, and is read a page at a time', async () => {
    const { deps } = accountsOn(await open())
    const { id } = await aMember(deps)
    const created = deps.now().toISOString()
    const paths = Array.from({ length: 1_200 }, (_, at) => `/m/${at}`)
    const clicks = paths.map((path) => ({ label: 'LOGIN_CLICK', meta: JSON.stringify({ path }), created }))
    await deps.db
      .insertInto('activities')
      .values(clicks.map((click) => ({ user_id: id, ...click })))
      .execute()
    const pieces: string[] = []
    for await (const piece of await exportAccount(deps, id)) pieces.push(piece)
    const { activities } = JSON.parse(pieces.join(''))
    expect(activities.map((row: { meta: { path: string } }) => row.meta.path)).toEqual(paths)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(pieces.join('').length / 2)
  })

  test('is limited to five an hour per account', async () => {
    const { deps } = accountsOn(await open())
    const [one, other] = [await aMember(deps), await aMember(deps)]
    for (let time = 0; time < 5; time++) await exportAccount(deps, one.id)
    await expect(exportAccount(deps, one.id)).rejects.toMatchObject({ code: 'tooManyRequests' })
    await exportAccount(deps, other.id)
  })
})
