import type { CreatorLine, Creators, CreatorsQuery } from '#contract/studio/search/demand.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

const MOST_SHOWN = 500
const LONGEST_PAGE = 1_000

/** Downloads by creator and month, newest month first. */
export async function listCreators({ db }: Pick<Deps, 'db'>, query: CreatorsQuery): Promise<Creators> {
  const creators = await pageOf(db, { query, limit: MOST_SHOWN + 1 })
  return { creators: creators.slice(0, MOST_SHOWN), more: creators.length > MOST_SHOWN }
}

/** The whole list, in pages. */
export async function* creatorRows({ db }: Pick<Deps, 'db'>, query: CreatorsQuery) {
  let after: CreatorLine | undefined
  do {
    const lines: CreatorLine[] = await pageOf(db, { query, limit: LONGEST_PAGE, after })
    yield lines.map(({ month, user_name, downloads, clips }) => [month, user_name, downloads, clips])
    after = lines[LONGEST_PAGE - 1]
  } while (after)
}

function pageOf(
  db: Db,
  {
    query: { from, to },
    limit,
    after,
  }: { query: CreatorsQuery; limit: number; after?: CreatorLine | undefined },
): Promise<CreatorLine[]> {
  return db
    .selectFrom('creator_downloads')
    .select(['month', 'user_name', 'downloads', 'clips'])
    .where('month', '>=', from ?? '')
    .where('month', '<=', to ?? '9999-12')
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('month', 'user_name'), '<', tuple(after!.month, after!.user_name)),
      ),
    )
    .orderBy('month', 'desc')
    .orderBy('user_name', 'desc')
    .limit(limit)
    .execute()
}
