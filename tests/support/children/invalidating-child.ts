// Commits invalidations in a database (JSON): one transaction per further argument, tags separated by commas.
import { invalidate } from '#server/cache-invalidation.ts'
import { openDatabase } from '#server/db/connect.ts'

const [config = '', ...transactions] = process.argv.slice(2)
const db = await openDatabase(JSON.parse(config))
for (const tags of transactions) {
  await db.transaction().execute((transaction) => invalidate(transaction, tags.split(',')))
}
await db.destroy()
