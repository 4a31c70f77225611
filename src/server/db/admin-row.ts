import { type Insertable, sql } from 'kysely'
import { ADMIN_ID } from '#domain/membership/membership.ts'
import { engineOf } from './engine.ts'
import type { Database, Db } from './schema.ts'

type AdminRow = Pick<
  Insertable<Database['users']>,
  'name' | 'email' | 'email_normalised' | 'password_hash'
> & {
  created: string
}

/** Inserts the admin's account, the only way to id 1. Rejects if there is one (see isUniqueViolation). */
export async function insertAdmin(db: Db, row: AdminRow): Promise<void> {
  const insist = engineOf(db) === 'postgres' ? sql`overriding system value` : sql``
  await sql`
    insert into users (id, name, email, email_normalised, password_hash, created) ${insist}
    values (${ADMIN_ID}, ${row.name}, ${row.email}, ${row.email_normalised}, ${row.password_hash}, ${row.created})
  `.execute(db)
}
