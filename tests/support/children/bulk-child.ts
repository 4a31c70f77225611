// Runs a bulk operation (its id) of a database (JSON), with a line before it begins.
import { openDatabase } from '#server/db/connect.ts'
import { runOperation } from '#server/library/bulk/run-operation.ts'

const db = await openDatabase(JSON.parse(process.argv[2] ?? ''))
process.stdout.write('begins\n')
await runOperation({ db, now: () => new Date() }, Number(process.argv[3]), new AbortController().signal)
await db.destroy()
