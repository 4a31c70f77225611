// Migrates a database (JSON) and prints the names of the migrations applied.
import { openDatabase } from '#server/db/connect.ts'
import { migrateToLatest } from '#server/db/migrate.ts'

const db = await openDatabase(JSON.parse(process.argv[2] ?? ''))
console.log(JSON.stringify(await migrateToLatest(db)))
await db.destroy()
