import type { Kysely } from 'kysely'
import type { Relatable } from '#domain/clips/relatedness.ts'
import type { Database } from '#server/db/schema.ts'
import { keysOf } from '#server/search/index/clip-document.ts'
import { filterExpressions } from '#server/search/text/facet-tokens.ts'
import { foldedText, type Segment, segmentsOf } from '#server/search/text/segments.ts'
import { keywordToken } from '#server/search/text/tokens.ts'
import { all, any } from './expression.ts'
import { readLikeness } from './likeness.ts'
import { ranksOfEach } from './read-ranks.ts'
import { anyClipWith } from './search-plan.ts'

/** Keywords that say most about a clip: its rarest. */
const KEYWORDS = 5
/** Of these each is asked for alone. */
const RAREST = 2
/** The most popular clips that share something, for each thing that can be shared. */
const SHARING = { two: 40, one: 60, category: 60, nothing: 40 }

/**
 * Clips that may be like this one, the most popular first: those that share two of its rarest keywords, or the rarest,
 * or the category; and, so that even a clip like no other has company, the most popular of all. A few hundred, however
 * large the catalogue.
 */
export async function clipsLike(
  db: Kysely<Database>,
  { keywords, category }: { keywords: readonly string[]; category: string },
): Promise<Relatable[]> {
  const tokens = await rarestFirst(db, keywords.map(segmentsOf))
  // Of most clips that have one of them this is found wanting sooner than pair by pair, a third of the query's time.
  const pairs = tokens.slice(0, -1).map((token, at) => all([token, any(tokens.slice(at + 1))]))
  const matches = [
    ...(pairs.length > 0 ? [{ expression: any(pairs), limit: SHARING.two }] : []),
    ...tokens.slice(0, RAREST).map((expression) => ({ expression, limit: SHARING.one })),
    { expression: all(filterExpressions({ category })), limit: SHARING.category },
  ]
  const asked = matches.map(({ expression, limit }) => ({ match: anyClipWith(expression), limit }))
  return readLikeness(db, ranksOfEach(db, asked, SHARING.nothing))
}

async function rarestFirst(db: Kysely<Database>, keywords: Segment[][]): Promise<string[]> {
  const tokenOf = new Map(
    keywords.flatMap((segments) => {
      const [key] = keysOf(segments)
      return key === undefined ? [] : [[key, keywordToken(foldedText(segments))] as const]
    }),
  )
  if (tokenOf.size === 0) return []
  const rows = await db
    .selectFrom('search_keywords')
    .select(({ fn }) => ['key', fn.max('clips').as('clips')])
    .where('key', 'in', [...tokenOf.keys()])
    .where('clips', '>', 1)
    .groupBy('key')
    .orderBy('clips')
    .orderBy('key')
    .limit(KEYWORDS)
    .execute()
  return rows.map(({ key }) => tokenOf.get(key)!)
}
