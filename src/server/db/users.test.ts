import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { insertAdmin } from './admin-row.ts'
import { isUniqueViolation } from './database-error.ts'
import type { Database } from './schema.ts'

const created = '2026-11-21T00:00:00.000Z'

function person(email: string) {
  return { name: 'Aoi', email, email_normalised: email, password_hash: '$argon2id$', created }
}

async function register(db: Kysely<Database>, email: string): Promise<number> {
  const row = await db.insertInto('users').values(person(email)).returning('id').executeTakeFirstOrThrow()
  return row.id
}

describeEachDatabase('user ids', (open) => {
  test('the first registration does not become the admin', async () => {
    const db = await open()
    expect(await register(db, 'a@example.com')).toBe(2)
    expect(await register(db, 'b@example.com')).toBe(3)
  })

  test('an id is not reused, even when all users are gone', async () => {
    const db = await open()
    await register(db, 'a@example.com')
    await register(db, 'b@example.com')
    await db.deleteFrom('users').execute()
    expect(await register(db, 'c@example.com')).toBe(4)
  })

  test('a refused registration does not lead to id 1 either', async () => {
    const db = await open()
    await register(db, 'a@example.com')
    const refused = await register(db, 'a@example.com').catch((error: unknown) => error)
    expect(isUniqueViolation(refused)).toBe(true)
    expect(await register(db, 'b@example.com')).toBeGreaterThan(2)
  })

  test('the operator makes the admin before or after others, once', async () => {
    const db = await open()
    await register(db, 'a@example.com')
    await insertAdmin(db, person('admin@example.com'))
    const again = await insertAdmin(db, person('second@example.com')).catch((error: unknown) => error)
    expect(isUniqueViolation(again)).toBe(true)
    expect(await register(db, 'b@example.com')).toBe(3)

    await db.deleteFrom('users').execute()
    await insertAdmin(db, person('admin@example.com'))
    expect(await register(db, 'c@example.com')).toBe(4)
    const admin = await db.selectFrom('users').select('email').where('role', '=', 'admin').executeTakeFirst()
    expect(admin?.email).toBe('admin@example.com')
  })

  test('two spellings of an address are one account', async () => {
    const db = await open()
    await register(db, 'a@example.com')
    const taken = db
      .insertInto('users')
      .values({ ...person('A@Example.com'), email_normalised: 'a@example.com' })
    await expect(taken.execute()).rejects.toSatisfy(isUniqueViolation)
  })
})

describeEachDatabase('clip ids', (open) => {
  test('a removed clip’s id is not reused', async () => {
    const db = await open()
    const first = await aClip(db)
    await db.deleteFrom('library').execute()
    const second = await aClip(db)
    expect(second.id).toBeGreaterThan(first.id)
  })
})
