import type { Kysely } from 'kysely'
import type { Suggestion, SuggestionList } from '#contract/search.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { keysOf } from '#server/search/index/clip-document.ts'
import { type Segment, segmentsOf } from '#server/search/text/segments.ts'
import { SYNONYMS, writingsOf } from '#server/search/text/synonyms.ts'
import { completionsOf } from './known-words.ts'
import { parseQuery } from './parse-query.ts'
import { termsOf } from './query-terms.ts'
import { readRanks } from './read-ranks.ts'
import { byScore } from './score.ts'
import { searchPlan } from './search-plan.ts'

const MOST = 10
/** Titles fill what is left, and always have this much room. */
const TITLES = 4
/** Popular matches, of which those that say it in the title come first. */
const LOOKED_AT = 60
const AFTER = '\u{10ffff}'

/**
 * What a text may become: categories and keywords that begin so, in either language and any way of writing that the
 * synonym table knows, then titles of the most popular clips that match so far.
 */
export async function suggest(
  { db }: Pick<Deps, 'db'>,
  { text, limit = MOST }: { text: string; limit?: number },
): Promise<SuggestionList> {
  const segments = segmentsOf(text)
  const [typed] = keysOf(segments)
  if (typed === undefined) return { suggestions: [] }
  const words = [...(await categories(db, typed)), ...(await keywords(db, typed, limit))]
  const room = Math.max(limit - words.length, Math.min(TITLES, limit))
  const titles = await titlesLike(db, { text, segments, limit: room })
  const suggestions = distinct([...words.slice(0, limit - Math.min(titles.length, TITLES)), ...titles])
  return { suggestions: suggestions.slice(0, limit) }
}

async function categories(db: Kysely<Database>, typed: string): Promise<Suggestion[]> {
  const rows = await db.selectFrom('categories').selectAll().orderBy('position').orderBy('key').execute()
  return rows.flatMap(({ key, label, label_ja }) => {
    const text = [label, label_ja].find((name) => begins(segmentsOf(name), typed))
    return text === undefined ? [] : [{ kind: 'category' as const, text, category: key }]
  })
}

function begins(segments: readonly Segment[], typed: string): boolean {
  return keysOf(segments).some((key) => key.startsWith(typed))
}

async function keywords(db: Kysely<Database>, typed: string, limit: number): Promise<Suggestion[]> {
  const like = await db
    .selectFrom('search_keywords')
    .select(['keyword', 'clips'])
    .where('key', '>=', typed)
    .where('key', '<', typed + AFTER)
    .where('clips', '>', 0)
    .orderBy('clips', 'desc')
    .orderBy('keyword')
    .limit(limit)
    .execute()
  const meant = await meantKeywords(db, typed)
  const found = [...like, ...meant].sort((a, b) => b.clips - a.clips || (a.keyword < b.keyword ? -1 : 1))
  return found.map(({ keyword }) => ({ kind: 'keyword', text: keyword }))
}

/** Keywords of the catalogue that mean what begins so in kana or in Latin letters: きょ, kyo and 京 all lead to 京都. */
async function meantKeywords(db: Kysely<Database>, typed: string) {
  const meant = WRITTEN.filter(({ keys }) => keys.some((key) => key.startsWith(typed)))
  const keys = [...new Set(meant.flatMap((group) => group.shown))]
  if (keys.length === 0) return []
  return db
    .selectFrom('search_keywords')
    .select(['keyword', 'clips'])
    .where('key', 'in', keys.slice(0, MOST_MEANT))
    .where('clips', '>', 0)
    .orderBy('clips', 'desc')
    .limit(MOST)
    .execute()
}

/** Ways of writing that one letter may begin; more would help nobody. */
const MOST_MEANT = 100

/** Every group by how it may be typed, and the keywords that show it in both languages. */
const WRITTEN = SYNONYMS.map((group) => ({
  keys: writingsOf(group).map((writing) => keysOf(segmentsOf(writing))[0]!),
  shown: [...(group.ja ?? []), ...(group.en ?? [])].slice(0, 4).map((name) => keysOf(segmentsOf(name))[0]!),
}))

async function titlesLike(
  db: Kysely<Database>,
  { text, segments, limit }: { text: string; segments: readonly Segment[]; limit: number },
): Promise<Suggestion[]> {
  const query = termsOf(parseQuery(text))
  const beginning = query.terms.at(-1)?.beginning
  const completions = beginning ? await completionsOf(db, beginning) : []
  const ranks = await readRanks(db, searchPlan(query, { filters: {}, completions }).anywhere, LOOKED_AT)
  if (ranks.length === 0 || query.terms.length === 0) return []
  const rows = await db
    .selectFrom('source_ranks')
    .innerJoin('sources', 'sources.id', 'source_ranks.source_id')
    .innerJoin('source_texts', 'source_texts.rank', 'source_ranks.rank')
    .select(['sources.id', 'title', 'title_ja', 'title_text', 'keyword_text', 'source_ranks.rank'])
    .where(oneOf(db, 'source_ranks.rank', ranks))
    .execute()
  const best = byScore(query.terms, rows).slice(0, limit)
  const byRank = new Map(rows.map((row) => [row.rank, row]))
  const japanese = segments.some(({ kind }) => kind === 'run')
  return best.map((rank) => {
    const { id, title, title_ja } = byRank.get(rank)!
    return { kind: 'title', text: japanese && title_ja !== '' ? title_ja : title, source_id: id }
  })
}

/** The first of those that read alike. */
function distinct(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>()
  return suggestions.filter(({ text }) => {
    const key = text.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}
