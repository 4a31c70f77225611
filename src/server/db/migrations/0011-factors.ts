import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** Passkeys, authenticator apps and recovery codes, and a session's last proofs. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  // Unknown for older sessions, so those members are asked again.
  for (const column of ['password_at', 'factor_at', 'factor'])
    await db.schema.alterTable('sessions').addColumn(column, text).execute()

  await createTable(db, 'passkeys')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('counter', integer, (column) => column.notNull())
    .addColumn('transports', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('last_used', text)
    .execute()
  await createIndexes(db, 'passkeys', { passkeys_of_user: ['user_id'] })

  await createTable(db, 'authenticator_apps')
    .addColumn('user_id', integer, (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('sealed_secret', text, (column) => column.notNull())
    .addColumn('last_step', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('confirmed_at', text)
    .addColumn('last_used', text)
    .execute()

  await createTable(db, 'recovery_codes')
    .addColumn('code_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'recovery_codes', { recovery_codes_of_user: ['user_id'] })

  await createTable(db, 'factor_challenges')
    .addColumn('challenge_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('session_id', text, (column) => column.references('sessions.id').onDelete('cascade'))
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'factor_challenges', {
    factor_challenges_of_user: ['user_id'],
    factor_challenges_of_session: ['session_id'],
    factor_challenges_by_expiry: ['expires_at'],
  })
}
