import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { keysOf } from './clip-document.ts'
import { all, any, type Expression } from './expression.ts'
import { filterExpressions } from './facet-tokens.ts'
import { readRanks } from './read-ranks.ts'
import { anyClipWith } from './search-plan.ts'
import { foldedText, type Segment, segmentsOf } from './segments.ts'
import { keywordToken } from './tokens.ts'

/** Keywords that say most about a clip: its rarest. */
const KEYWORDS = 5
/** Of these each is asked for alone. */
const RAREST = 2
/** The most popular clips that share something, for each thing that can be shared. */
const SHARING = { two: 80, one: 60, category: 60, nothing: 40 }

/**
 * Ranks of clips that may be like this one: those that share two of its rarest keywords, or the rarest, or the
 * category; and, so that even a clip like no other has company, the most popular of all. A few hundred, however large
 * the catalogue.
 */
export async function ranksLike(
  db: Kysely<Database>,
  { keywords, category }: { keywords: readonly string[]; category: string },
): Promise<number[]> {
  const tokens = await rarestFirst(db, keywords.map(segmentsOf))
  const pairs = tokens.flatMap((a, at) => tokens.slice(at + 1).map((b) => all([a, b])))
  const ranks = new Set<number>()
  const add = async (expression: Expression, limit: number) => {
    for (const rank of await readRanks(db, anyClipWith(expression), limit)) ranks.add(rank)
  }
  if (pairs.length > 0) await add(any(pairs), SHARING.two)
  for (const token of tokens.slice(0, RAREST)) await add(token, SHARING.one)
  await add(all(filterExpressions({ category })), SHARING.category)
  for (const rank of await mostPopular(db, SHARING.nothing)) ranks.add(rank)
  return [...ranks].sort((a, b) => a - b)
}

async function mostPopular(db: Kysely<Database>, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('source_ranks').select('rank').orderBy('rank').limit(limit).execute()
  return rows.map(({ rank }) => rank)
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
