import type { Suggestion, SuggestionList } from '#contract/clips/search.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { keysOf } from '#server/search/index/read-clip.ts'
import { readRanks } from '#server/search/query/read-ranks.ts'
import { byScore } from '#server/search/query/score.ts'
import { matchOf } from '#server/search/query/search-plan.ts'
import { readQuery } from '#server/search/read/read-query.ts'
import { rulesOf } from '#server/search/rules/read-rules.ts'
import { ruleKey, type SearchRules } from '#server/search/rules/search-rules.ts'
import { type Segment, segmentsOf } from '#server/search/text/segments.ts'
import { timedSearch } from '#server/trace/signals.ts'
import { keywordsFrom, typedKey } from './suggest-keywords.ts'

const MOST = 10
/** Titles get at least this many lines, and those that keywords leave free. */
const TITLES = 4
/** The most popular matches, from which the best titles are chosen. */
const CANDIDATES = 60

/**
 * Completions: categories and keywords in either language and any known spelling, people's choices first, then popular
 * titles.
 */
export function suggest(
  deps: Pick<Deps, 'db'> & Partial<Pick<Deps, 'counts'>>,
  { text, limit = MOST }: { text: string; limit?: number },
): Promise<SuggestionList> {
  return timedSearch('suggestions', async () =>
    complete(deps.db, { text, limit, rules: await rulesOf(deps) }),
  )
}

interface Asked {
  text: string
  limit: number
  rules: SearchRules
}

async function complete(db: Db, { text, limit, rules }: Asked): Promise<SuggestionList> {
  const segments = segmentsOf(text)
  const typed = typedKey(text)
  if (typed === '') return { suggestions: [] }
  const keywords = await taughtKeywords(db, { text, limit, rules })
  const words: Suggestion[] = [
    ...(await categories(db, typed)),
    ...keywords.map((keyword) => ({ kind: 'keyword' as const, text: keyword })),
  ]
  const room = Math.max(limit - words.length, Math.min(TITLES, limit))
  const titles = await matchingTitles(db, { text, segments, limit: room, rules })
  const suggestions = distinct([...words.slice(0, limit - Math.min(titles.length, TITLES)), ...titles])
  return { suggestions: suggestions.slice(0, limit) }
}

/** Keywords that the text begins, with those that the operator teaches of it and without those that it should not find. */
async function taughtKeywords(db: Db, { text, limit, rules }: Asked): Promise<string[]> {
  const keywords = await keywordsFrom(db, text, limit)
  const lesson = rules.lessonOn(text)
  if (!lesson) return keywords
  for (const found of lesson.finds) keywords.push(...(await keywordsFrom(db, found.text, limit)))
  const hidden = new Set(lesson.hides.map(({ key }) => key))
  return keywords.filter((keyword) => !hidden.has(ruleKey(keyword)))
}

async function categories(db: Db, typed: string): Promise<Suggestion[]> {
  const rows = await db.selectFrom('categories').selectAll().orderBy('position').orderBy('key').execute()
  return rows.flatMap(({ key, label, label_ja }) => {
    const text = [label, label_ja].find((name) => begins(keysOf(segmentsOf(name)), typed))
    return text === undefined ? [] : [{ kind: 'category' as const, text, category: key }]
  })
}

function begins(keys: readonly string[], typed: string): boolean {
  return keys.some((key) => key.startsWith(typed))
}

async function matchingTitles(
  db: Db,
  { text, segments, limit, rules }: Asked & { segments: readonly Segment[] },
): Promise<Suggestion[]> {
  if (segments.length === 0) return []
  const query = await readQuery(db, text, { unfinished: true, rules })
  const ranks = await readRanks(db, matchOf(query), CANDIDATES)
  if (ranks.length === 0 || query.terms.length === 0) return []
  const texts = await db
    .selectFrom('source_texts')
    .select(['rank', 'title_text', 'keyword_text'])
    .where(oneOf(db, 'rank', ranks))
    .execute()
  const best = byScore(query, texts).slice(0, limit)
  const rows = await db
    .selectFrom('source_ranks')
    .innerJoin('sources', 'sources.id', 'source_ranks.source_id')
    .select(['sources.id', 'title', 'title_ja', 'rank'])
    .where(oneOf(db, 'rank', best))
    .execute()
  const byRank = new Map(rows.map((row) => [row.rank, row]))
  const japanese = segments.some(({ kind }) => kind === 'run')
  return best.flatMap((rank) => {
    const row = byRank.get(rank)
    if (!row) return []
    const { id, title, title_ja } = row
    return { kind: 'title', text: japanese && title_ja !== '' ? title_ja : title, source_id: id }
  })
}

/** Keeps the first of suggestions that read the same. */
function distinct(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>()
  return suggestions.filter(({ text }) => {
    const key = text.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}
