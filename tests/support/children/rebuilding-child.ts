// Rebuilds the search index of a database (JSON) in a loop, with a line before each rebuild.
import { openDatabase } from '#server/db/connect.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'

const database = JSON.parse(process.argv[2] ?? '')
const db = await openDatabase(database)
while (true) {
  process.stdout.write('begins\n')
  await rebuildIndex({ db }, { batch: 40 })
}
