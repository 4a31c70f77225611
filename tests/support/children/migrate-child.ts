// Migrates a database (JSON) and prints the names of the applied migrations; with a number, adds a migration that
// writes that many rows.
import { sql } from 'kysely'
import { openDatabase } from '#server/db/connect.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Db } from '#server/db/schema.ts'

const rows = Number(process.argv[3] ?? 0)

const slow = {
  async up(db: Db) {
    await db.schema.createTable('moons').addColumn('id', 'integer').execute()
    console.log('begun')
    await db.updateTable('users').set({ name: 'Moon' }).execute()
    await sql`insert into moons with recursive n(id) as (select 1 union all select id + 1 from n where id < ${sql.lit(rows)})
      select id from n`.execute(db)
  },
}

const db = await openDatabase(JSON.parse(process.argv[2] ?? ''))
console.log(JSON.stringify(await migrateToLatest(db, rows > 0 ? { '9999-slow': slow } : {})))
await db.destroy()
