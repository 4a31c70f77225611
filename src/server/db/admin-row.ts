import { type Insertable, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Database, Db } from './schema.ts'

type AdminRow = Pick<
  Insertable<Database['users']>,
  'name' | 'email' | 'email_normalised' | 'password_hash'
> & {
  created: string
}

/** Registration never gives it out. */
export const FIRST_ADMIN_ID = 1

/** Inserts the first admin's account, the only way to its id. Rejects if there is one (see isUniqueViolation). */
export async function insertAdmin(db: Db, row: AdminRow): Promise<void> {
  const insist = engineOf(db) === 'postgres' ? sql`overriding system value` : sql``
  await sql`
    insert into users (id, role, name, email, email_normalised, password_hash, created) ${insist}
    values (${FIRST_ADMIN_ID}, 'admin', ${row.name}, ${row.email}, ${row.email_normalised}, ${row.password_hash}, ${row.created})
  `.execute(db)
}
