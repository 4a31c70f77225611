import type { Kysely } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import type { Database } from '#server/db/schema.ts'
import { RANK_GAP } from '#server/search/index/ranks.ts'
import { ID_LEVELS, idBlock } from '#server/search/text/facet-tokens.ts'
import type { Token } from '#server/search/text/tokens.ts'
import { all } from './expression.ts'
import { COUNTED, type Window } from './ranked-matches.ts'
import { readRanks } from './read-ranks.ts'
import type { Match } from './search-plan.ts'

/**
 * Ranks of one page of what matches, newest first: ids are never reissued and rise with publication. Few matches are
 * sorted; many are read from the newest block of ids on, in blocks about as large as hold a page.
 */
export async function newestMatches(
  db: Kysely<Database>,
  anywhere: Match,
  { offset, limit }: Window,
): Promise<number[]> {
  const popular = await readRanks(db, anywhere, COUNTED + 1)
  if (popular.length <= COUNTED) return (await newestFirst(db, popular)).slice(offset, offset + limit)
  const level = levelFor(popular, offset + limit)
  const found: number[] = []
  for (let block = await newestBlock(db, level); block >= 0 && found.length < offset + limit; block--) {
    const ranks = await readRanks(db, within(anywhere, idBlock(level, block)), 2 ** level)
    found.push(...(await newestFirst(db, ranks)))
  }
  return found.slice(offset, offset + limit)
}

function within(match: Match, block: Token): Match {
  return { ...match, expression: all([block, match.expression]), worded: true }
}

/** The smallest block that should hold a page, if matches are as common among all clips as among the popular. */
function levelFor(popular: readonly number[], wanted: number): number {
  const clipsRead = Math.max(popular.at(-1)! / RANK_GAP, popular.length)
  const clipsWanted = (wanted * clipsRead) / popular.length
  return ID_LEVELS.find((level) => 2 ** level >= clipsWanted) ?? ID_LEVELS.at(-1)!
}

async function newestBlock(db: Kysely<Database>, level: number): Promise<number> {
  const { newest } = await db
    .selectFrom('sources')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return Math.floor((newest ?? 0) / 2 ** level)
}

async function newestFirst(db: Kysely<Database>, ranks: readonly number[]): Promise<number[]> {
  if (ranks.length === 0) return []
  const rows = await db
    .selectFrom('source_ranks')
    .select('rank')
    .where(oneOf(db, 'rank', ranks))
    .orderBy('source_id', 'desc')
    .execute()
  return rows.map(({ rank }) => rank)
}
