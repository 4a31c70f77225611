import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { everythingIn } from '../../../../tests/support/database/contents.ts'
import { postgresDatabases, sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { fillTables } from '../../../../tests/support/database/fill-tables.ts'
import { aClip, aUser } from '../../../../tests/support/database/rows.ts'
import { LEFT_OUT } from './backup-tables.ts'
import { copyTables } from './copy-tables.ts'

const sqlite = sqliteDatabases()
const postgres = postgresDatabases()
afterAll(() => Promise.all([sqlite.close(), postgres.close()]))

/** A site with a row in every table; a clip and a member have been deleted. */
async function aFullSite(db: Db): Promise<void> {
  await aClip(db)
  const { id } = await aClip(db)
  await aUser(db)
  const gone = await aUser(db)
  await sql`delete from users where id = ${gone}`.execute(db)
  await sql`delete from library where id = ${id}`.execute(db)
  await fillTables(db)
  const operation = { change: '{}', ids: '[]', total: 0, undoes: null, created: '2026-11-22' }
  // The earlier one refers to the later.
  const { id: undo } = await db
    .insertInto('bulk_operations')
    .values(operation)
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update bulk_operations set undone_by = ${undo}, undoes = null where id < ${undo}`.execute(db)
}

test('every table is copied to PostgreSQL and back, and none is forgotten', async () => {
  const [from, to, back] = [await sqlite.open(), await postgres.open(), await sqlite.open()]
  await aFullSite(from)
  await copyTables({ from, to })
  await copyTables({ from: to, to: back })
  const before = await everythingIn(from)
  expect(await everythingIn(to)).toEqual(before)
  expect(await everythingIn(back)).toEqual(before)
  expect(Object.entries(before).filter(([, { rows }]) => rows === 0)).toEqual([])
  const all = (await from.introspection.getTables()).filter(({ isView }) => !isView).map(({ name }) => name)
  const known = [...Object.keys(before), ...LEFT_OUT]
  expect(all.filter((name) => !known.includes(name) && !name.startsWith('source_search'))).toEqual([])
})

test('a deleted clip’s or member’s id is not reused in a copy', async () => {
  const [from, to, back] = [await sqlite.open(), await postgres.open(), await sqlite.open()]
  const [clip, user] = [await aClip(from), await aUser(from)]
  await sql`delete from library`.execute(from)
  await sql`delete from users`.execute(from)
  await copyTables({ from, to })
  await copyTables({ from: to, to: back })
  for (const db of [to, back]) {
    expect((await aClip(db)).id).toBe(clip.id + 1)
    expect(await aUser(db)).toBe(user + 1)
  }
})

test('a database with other rows is refused and unchanged', async () => {
  const [from, to] = [await sqlite.open(), await sqlite.open()]
  await aClip(from)
  await aUser(to)
  const before = await everythingIn(to)
  await expect(copyTables({ from, to })).rejects.toThrow('the table users has other rows')
  expect(await everythingIn(to)).toEqual(before)
})
