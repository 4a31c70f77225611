import type { ClipList, SourceList, TileSource } from '#contract/clips/clips.ts'
import { AppError } from '#contract/errors.ts'
import { nextOffset } from '#domain/clips/paging.ts'
import { type ListDeps, pageSizeOf } from '#server/clips/list-sources.ts'
import { type ReadClips, readSources, readTiles } from '#server/clips/source-view.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { comparedKeywords, type Relatable, readLikeness } from '#server/search/index/likeness.ts'
import { keysOf } from '#server/search/index/read-clip.ts'
import { ranksOfEach } from '#server/search/query/read-ranks.ts'
import { anyClipWith } from '#server/search/query/search-plan.ts'
import { all, any } from '#server/search/text/expression.ts'
import { filterExpressions } from '#server/search/text/filter-tokens.ts'
import { memoize } from '#server/search/text/memoize.ts'
import { foldedText, segmentsOf } from '#server/search/text/segments.ts'
import { keywordToken, type Token } from '#server/search/text/tokens.ts'

export interface Asked {
  id: number
  offset: number
}

/** A clip that others are compared with. */
type Compared = Omit<Relatable, 'rank'>

/** A page of the clips that are most like this one, closest first. @throws AppError('mediaNotFound') */
export async function relatedSources(deps: ListDeps, asked: Asked): Promise<SourceList> {
  return pageOf(deps, asked, { ids: await relatedIds(deps, asked), read: readSources })
}

/** The same with only the fields that tiles show. */
export async function relatedTiles(deps: ListDeps, asked: Asked): Promise<ClipList<TileSource>> {
  return pageOf(deps, asked, { ids: await relatedIds(deps, asked), read: readTiles })
}

async function relatedIds(deps: ListDeps, { id }: Asked): Promise<number[]> {
  const clip = await relatable(deps.db, id)
  return rankRelated(clip, await candidates(deps, clip))
}

/** A page of clips of which all ids are known. */
export async function pageOf<Clip>(
  deps: ListDeps,
  { offset }: Pick<Asked, 'offset'>,
  { ids, read }: { ids: readonly number[]; read: ReadClips<Clip> },
): Promise<ClipList<Clip>> {
  const shown = ids.slice(offset, offset + pageSizeOf(deps))
  return {
    sources: await read(deps.db, shown),
    offset,
    next_offset: nextOffset({ offset, count: shown.length, total: ids.length }),
    total: ids.length,
  }
}

export async function relatable(db: Db, id: number): Promise<Compared> {
  const found = await db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['sources.id', 'sources.category', 'sources.user_name'])
    .select(['sources.keywords', 'sources.keywords_ja'])
    .select('medias.dominant_color')
    .where('sources.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('mediaNotFound')
  return { ...found, keywords: JSON.parse(comparedKeywords(found)) }
}

/** The clip's rarest keywords say most about it. */
const KEYWORDS = 5
/** How many of them are also searched one by one. */
const RAREST = 2
/** Candidates per kind of shared thing, and of the most popular clips. */
const LIMITS = { twoKeywords: 40, oneKeyword: 60, category: 60, popular: 40 }

/** Clips that share rare keywords or the category, and the most popular; at most 260, each once. */
export async function candidates(
  { db, counts }: ListDeps,
  { keywords, category }: Pick<Relatable, 'keywords' | 'category'>,
): Promise<Relatable[]> {
  const ofCategory = () => popularIn(db, category)
  const popular = await (counts ? counts.of(`popular in ${category}`, ofCategory) : ofCategory())
  const sharing = await sharingKeywords(db, keywords)
  return [...new Map([...popular, ...sharing].map((clip) => [clip.rank, clip])).values()]
}

function popularIn(db: Db, category: string): Promise<Relatable[]> {
  const match = anyClipWith(all(filterExpressions({ category })))
  return readLikeness(db, ranksOfEach(db, [{ match, limit: LIMITS.category }], LIMITS.popular))
}

async function sharingKeywords(db: Db, keywords: readonly string[]): Promise<Relatable[]> {
  const tokens = await rarestFirst(db, keywords)
  // "a and any of b, c" fails sooner than "a and b, or a and c": a third of the time.
  const pairs = tokens.slice(0, -1).map((token, at) => all([token, any(tokens.slice(at + 1))]))
  const matches = [
    ...(pairs.length > 0 ? [{ expression: any(pairs), limit: LIMITS.twoKeywords }] : []),
    ...tokens.slice(0, RAREST).map((expression) => ({ expression, limit: LIMITS.oneKeyword })),
  ].map(({ expression, limit }) => ({ match: anyClipWith(expression), limit }))
  return matches.length === 0 ? [] : readLikeness(db, ranksOfEach(db, matches))
}

/** Tokens of the clip's rarest keywords that another clip has too. */
async function rarestFirst(db: Db, keywords: readonly string[]): Promise<string[]> {
  const tokenOf = new Map(keywords.flatMap(keyAndToken))
  if (tokenOf.size === 0) return []
  const rows = await db
    .selectFrom('search_keywords')
    .select(({ fn }) => ['key', fn.max('clips').as('clips')])
    .where(oneOf(db, 'key', [...tokenOf.keys()]))
    .where('clips', '>', 1)
    .groupBy('key')
    .orderBy('clips')
    .orderBy('key')
    .limit(KEYWORDS)
    .execute()
  return rows.map(({ key }) => tokenOf.get(key)!)
}

const keyAndToken = memoize((keyword): [key: string, token: Token][] => {
  const segments = segmentsOf(keyword)
  const [key] = keysOf(segments)
  return key === undefined ? [] : [[key, keywordToken(foldedText(segments))]]
})

const CATEGORY_WEIGHT = 1.5
const COLOR_WEIGHT = 1
const MAKER_PENALTY = 0.35

/** Candidates' ids, the closest first. Each further clip of one creator loses a little, so that creators mix. */
export function rankRelated(clip: Compared, candidates: readonly Relatable[]): number[] {
  const shownByMaker = new Map<string, number>()
  return candidates
    .filter(({ id }) => id !== clip.id)
    .map((candidate) => ({ candidate, score: relatedness(clip, candidate) }))
    .sort(closest)
    .map(({ candidate, score }) => {
      const shown = shownByMaker.get(candidate.user_name) ?? 0
      shownByMaker.set(candidate.user_name, shown + 1)
      return { candidate, score: score - MAKER_PENALTY * shown }
    })
    .sort(closest)
    .map(({ candidate }) => candidate.id)
}

/** Higher is closer: shared keywords count most, then the category, then how near the colours are. */
export function relatedness(a: Compared, b: Compared): number {
  const shared = b.keywords.filter((keyword) => a.keywords.includes(keyword)).length
  const category = a.category === b.category ? CATEGORY_WEIGHT : 0
  return shared + category + COLOR_WEIGHT * (1 - colorDistance(a.dominant_color, b.dominant_color))
}

interface Scored {
  candidate: Relatable
  score: number
}

const closest = (a: Scored, b: Scored) => b.score - a.score || a.candidate.rank - b.candidate.rank

/** Euclidean in RGB: 0 for the same colour, 1 for black and white. */
function colorDistance(a: string, b: string): number {
  const channels = [1, 3, 5].map(
    (at) => Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16),
  )
  return Math.hypot(...channels) / Math.hypot(255, 255, 255)
}
