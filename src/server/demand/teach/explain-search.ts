import type { Explanation } from '#contract/studio/search/synonyms.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Deps } from '#server/deps.ts'
import { choicesFor } from '#server/search/choices/choices.ts'
import { matchOf } from '#server/search/query/score.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { readQuery } from '#server/search/read/read-query.ts'
import { acrossLanguages, type Term } from '#server/search/read/term.ts'
import { rulesOf } from '#server/search/rules/read-rules.ts'

const SHOWN = 10
/** Names of one thing. */
const MOST_NAMES = 12

type ExplainDeps = Pick<Deps, 'db' | 'now'>

/** How search reads a text, and why it shows what it shows, by the same reading and ranking as visitors get. */
export async function explainSearch({ db, now }: ExplainDeps, text: string): Promise<Explanation> {
  const rules = await rulesOf({ db })
  const answer = await searchSources({ db, now }, { text, offset: 0, rules })
  const query = acrossLanguages(await readQuery(db, answer.searched_instead ?? text, { rules }))
  const terms = [...query.terms, ...query.extra]
  const pin = rules.pinOf(text, now())
  return {
    words: terms.map(wordOf),
    excluded: query.excluded.map(({ typed }) => typed),
    instead: answer.searched_instead ?? null,
    total: answer.total,
    close: answer.close ?? [],
    first: await firstOf(db, answer.sources.slice(0, SHOWN), {
      terms,
      pinned: pin?.clips ?? [],
      chosen: await choicesFor(db, text),
    }),
  }
}

function wordOf({ typed, information, concept, variants, lesson }: Term): Explanation['words'][number] {
  const means = new Set(
    variants.flatMap(({ exactness, shown = [] }) =>
      exactness === 'same' || exactness === 'inflected' ? shown : [],
    ),
  )
  means.delete(typed)
  return {
    ...{ typed, information },
    means: [...means].slice(0, MOST_NAMES),
    wider: (concept?.wider ?? []).flatMap(({ names }) => names.slice(0, 1)).slice(0, MOST_NAMES),
    rules: (lesson?.rules ?? []).map(({ id, kind, word, target }) => ({ id, kind, word, target })),
  }
}

type Shown = { id: number; title: string; title_ja: string; media: { thumbnail_url: string } }

async function firstOf(
  db: ExplainDeps['db'],
  clips: readonly Shown[],
  why: { terms: readonly Term[]; pinned: readonly number[]; chosen: ReadonlyMap<number, number> },
): Promise<Explanation['first']> {
  if (clips.length === 0) return []
  const ids = clips.map(({ id }) => id)
  const rows = await db
    .selectFrom('source_ranks')
    .innerJoin('source_texts', 'source_texts.rank', 'source_ranks.rank')
    .select(['source_id', 'title_text', 'keyword_text'])
    .where(oneOf(db, 'source_id', ids))
    .execute()
  const texts = new Map(rows.map((row) => [row.source_id, row]))
  return clips.map(({ id, title, title_ja, media }) => ({
    ...{ id, title, title_ja, thumbnail_url: media.thumbnail_url, published: true },
    pinned: why.pinned.includes(id),
    chosen: why.chosen.has(id),
    found: why.terms.flatMap((term) => {
      const match = texts.has(id) ? matchOf(term, texts.get(id)!) : undefined
      return match ? [{ typed: term.typed, how: match.how, where: match.where }] : []
    }),
  }))
}
