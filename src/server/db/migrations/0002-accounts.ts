import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'
import { engineOf } from '../engine.ts'

export async function up(db: AnyDatabase): Promise<void> {
  await createUsers(db)
  await createSessions(db)
  await createLikes(db)
}

async function createUsers(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)
  const sqlite = engineOf(db) === 'sqlite'

  await createTable(db, 'users')
    // Id 1 is the admin's. `always`: PostgreSQL refuses an explicit id unless the statement overrides it.
    .addColumn('id', sqlite ? id : sql`bigint generated always as identity (start with 2) primary key`)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_normalised', text, (column) => column.notNull().unique())
    .addColumn('new_email', text)
    .addColumn('password_hash', text, (column) => column.notNull())
    .addColumn('locale', text, (column) => column.notNull().defaultTo('en'))
    .addColumn('early_pilot', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('survey_occupation', text)
    .addColumn('email_verified_at', text)
    .addColumn('granted_membership', text)
    .addColumn('granted_until', text)
    .addColumn('created', text, (column) => column.notNull())
    .execute()

  if (sqlite) await sql`insert into sqlite_sequence (name, seq) values ('users', 1)`.execute(db)
}

async function createSessions(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)

  await createTable(db, 'sessions')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('generation', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('user_agent', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('rotated_at', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .addColumn('absolute_expires_at', text, (column) => column.notNull())
    .addColumn('revoked_at', text)
    .addColumn('revoked_reason', text)
    .addColumn('token_hash', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await createIndexes(db, 'sessions', {
    sessions_by_user: ['user_id'],
    sessions_by_expiry: ['expires_at'],
  })

  await createTable(db, 'access_tokens')
    .addColumn('token_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('session_id', text, (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'access_tokens', {
    access_tokens_by_session: ['session_id'],
    access_tokens_by_user: ['user_id'],
    access_tokens_by_expiry: ['expires_at'],
  })

  await createTable(db, 'mail_tokens')
    .addColumn('token_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .addColumn('used_at', text)
    .execute()
  await createIndexes(db, 'mail_tokens', { mail_tokens_by_user: ['user_id'] })

  await createTable(db, 'known_devices')
    .addColumn('secret_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'known_devices', {
    known_devices_by_user: ['user_id'],
    known_devices_by_expiry: ['expires_at'],
  })
}

async function createLikes(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)

  await createTable(db, 'likes')
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('source_id', integer, (column) =>
      column.notNull().references('sources.id').onDelete('cascade'),
    )
    .addColumn('created', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('likes_once', ['user_id', 'source_id'])
    .execute()
  await createIndexes(db, 'likes', {
    likes_by_source: ['source_id'],
    likes_newest_of_user: ['user_id', 'created desc'],
  })
}
