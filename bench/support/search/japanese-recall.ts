import { join } from 'node:path'
import { openDatabase } from '#server/db/connect.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { readRanks } from '#server/search/query/read-ranks.ts'
import { matchOf } from '#server/search/query/search-plan.ts'
import { readQuery } from '#server/search/read/read-query.ts'
import { fillCatalogue } from '../../../tests/support/catalogue/fill-catalogue.ts'
import { scratchFolder } from '../scratch.ts'
import { searchQueries } from './search-queries.ts'

const CLIPS = 5_000
const QUERIES = 150

/** Recall (0 to 1) of search against a scan of all texts, for queries of 1, 2 and 3 characters. */
export async function japaneseRecall(): Promise<number> {
  const db = await openDatabase({ engine: 'sqlite', file: join(scratchFolder('recall'), 'recall.db') })
  await migrateToLatest(db)
  await fillCatalogue(db, CLIPS, () => {})
  await rebuildIndex({ db })
  const texts = await db
    .selectFrom('sources')
    .innerJoin('source_ranks', 'source_ranks.source_id', 'sources.id')
    .select(['rank', 'title_ja', 'description_ja', 'keywords_ja'])
    .execute()
  let [expected, found] = [0, 0]
  for (const kind of ['one character', 'two characters', 'three characters'])
    for (const { text } of searchQueries(kind, { count: QUERIES, clips: CLIPS })) {
      const scanned = texts.filter((clip) =>
        `${clip.title_ja}\n${clip.description_ja}\n${clip.keywords_ja}`.includes(text),
      )
      const anywhere = matchOf(await readQuery(db, `"${text}"`))
      const ranks = new Set(await readRanks(db, anywhere, CLIPS))
      expected += scanned.length
      found += scanned.filter(({ rank }) => ranks.has(rank)).length
    }
  await db.destroy()
  return found / expected
}
