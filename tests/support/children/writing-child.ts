// Adds rows to a SQLite file, one transaction each, and prints each number once committed.
import { openDatabase } from '#server/db/connect.ts'

const db = await openDatabase({ engine: 'sqlite', file: process.argv[2] ?? '' })
const created = new Date().toISOString()

for (let number = 1; ; number++) {
  await db.transaction().execute(async (transaction) => {
    const job = { kind: `write ${number}`, payload: 'x'.repeat(2_000), state: '{}', run_at: created, created }
    await transaction.insertInto('jobs').values(job).execute()
    await transaction
      .insertInto('invalidations')
      .values({ tag: `write ${number}`, created })
      .execute()
  })
  process.stdout.write(`${number}\n`)
}
