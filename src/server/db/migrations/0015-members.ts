import { type Kysely, sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes } from '../create-table.ts'
import { engineOf } from '../engine.ts'
import { partialIndex } from '../partial-index.ts'

export async function up(db: AnyDatabase): Promise<void> {
  await createMemberLists(db)
  await widenAuditRecords(db)
  await keepAuditRecords(db)
}

/** Members by the ground of their membership, newest or oldest first. */
async function createMemberLists(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('subscriptions_by_status').execute()
  await createIndexes(db, 'subscriptions', { subscriptions_by_status: ['status', 'user_id'] })
  await partialIndex(db, 'users', 'users_with_role', ['id'], sql`role is not null`)
}

/** The log is filtered by person, kind and subject, each in the order of time. */
async function widenAuditRecords(db: AnyDatabase): Promise<void> {
  const { text } = columnsOf(db)
  await db.schema
    .alterTable('audit_records')
    .addColumn('kind', text, (column) => column.notNull().defaultTo('system'))
    .execute()
  await db.schema.alterTable('audit_records').addColumn('subject', text).execute()
  await fillKinds(db)
  await db.schema.dropIndex('audit_records_of_user').execute()
  await createIndexes(db, 'audit_records', {
    audit_records_by_time: ['created', 'id'],
    audit_records_of_user: ['user_id', 'created', 'id'],
    audit_records_by_actor: ['actor', 'created', 'id'],
    audit_records_by_actor_and_kind: ['actor', 'kind', 'created', 'id'],
    audit_records_by_kind: ['kind', 'created', 'id'],
    audit_records_by_subject: ['subject', 'created', 'id'],
  })
}

interface OldRecord {
  id: number
  action: string
  detail: string
}

async function fillKinds(db: AnyDatabase): Promise<void> {
  const old = db as Kysely<{ audit_records: OldRecord & { kind: string; subject: string | null } }>
  for (let last = 0; ; ) {
    const rows: OldRecord[] = await old
      .selectFrom('audit_records')
      .select(['id', 'action', 'detail'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(1000)
      .execute()
    for (const { id, action, detail } of rows) {
      const values = kindAndSubject(action, JSON.parse(detail))
      await old.updateTable('audit_records').set(values).where('id', '=', id).execute()
    }
    if (rows.length < 1000) return
    last = rows.at(-1)!.id
  }
}

const KINDS: Record<string, string> = {
  ...{ clip: 'clip', library: 'clip', ingest: 'clip', upload: 'upload', category: 'category' },
  ...{ promotion: 'set', collection: 'set', wish: 'demand', demand: 'demand' },
  ...{ member: 'member', grant: 'member', role: 'member', session: 'member', factor: 'member' },
  ...{ admin: 'member', tester: 'tester', tester_key: 'tester', subscription: 'payment', billing: 'payment' },
}

function kindAndSubject(action: string, { source, slug, category, key, operation }: Record<string, unknown>) {
  const room = action.split('.', 1)[0] ?? ''
  const kind = KINDS[room] ?? 'system'
  if (typeof slug === 'string') return { kind, subject: `${room}:${slug}` }
  if (typeof source === 'number') return { kind, subject: `clip:${source}` }
  if (room === 'library' && typeof operation === 'number') return { kind, subject: `operation:${operation}` }
  if (typeof category === 'string') return { kind, subject: `category:${category}` }
  return { kind, subject: room === 'tester_key' && typeof key === 'number' ? `tester_key:${key}` : null }
}

/** Every column but `user_id`, which the deletion of an account sets to null. */
const KEPT = ['id', 'actor', 'action', 'kind', 'subject', 'detail', 'created']
const REFUSAL = 'audit records are neither changed nor deleted'

/** The database itself refuses forbidden changes, whatever the code does. */
async function keepAuditRecords(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    const changed = KEPT.map((column) => `new.${column} is not old.${column}`).join(' or ')
    const refuse = `begin select raise(abort, '${REFUSAL}'); end`
    await sql
      .raw(`create trigger audit_records_unchanged before update on audit_records
        when new.user_id is not null or ${changed} ${refuse}`)
      .execute(db)
    await sql.raw(`create trigger audit_records_kept before delete on audit_records ${refuse}`).execute(db)
    return
  }
  const row = (of: string) => `(${KEPT.map((column) => `${of}.${column}`).join(', ')})`
  const refuse = 'execute function refuse_audit_change()'
  for (const statement of [
    `create function refuse_audit_change() returns trigger language plpgsql as
      $$ begin raise exception '${REFUSAL}'; end $$`,
    `create trigger audit_records_unchanged before update on audit_records for each row
      when (new.user_id is not null or ${row('new')} is distinct from ${row('old')}) ${refuse}`,
    `create trigger audit_records_kept before delete on audit_records for each row ${refuse}`,
    `create trigger audit_records_not_emptied before truncate on audit_records ${refuse}`,
  ])
    await sql.raw(statement).execute(db)
}
