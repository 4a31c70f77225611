// Takes the write lock of a SQLite file, prints a line, and gives it up when its input ends.
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

const database = new DatabaseSync(process.argv[2] ?? '')
database.exec('begin immediate')
process.stdout.write('locked\n')
await text(process.stdin)
database.exec('rollback')
