import type { Db } from '#server/db/schema.ts'
import type { QueryTerms, Term } from '#server/search/read/term.ts'
import { fts5Query, tokensIn } from '#server/search/text/expression.ts'
import { libraryShare, readRanks, type SomeRanks, someRanks } from './read-ranks.ts'
import { searchPlan } from './search-plan.ts'

/** Most clips read per term. In a library of thousands most terms have fewer. */
const MOST_CLIPS = 500
/** A term with fewer clips leads to each of them directly. */
const FEW_CLIPS = 100

/**
 * How many tokens of common words are looked up in all clips for one text, in a library of a million: if no clip
 * matches, their lists are read to the end, at 0.1 ms each. A smaller library allows more. After that the most popular
 * clips decide.
 */
const MOST_TOKENS = 12

/**
 * Tells which terms of a query occur together in a clip. Each term's most popular clips are read once, and no question
 * is repeated.
 */
export class CoOccurrence {
  readonly #db: Db
  readonly #excluded: Term[]
  readonly #clips = new Map<string, SomeRanks>()
  readonly #together = new Map<string, boolean>()
  readonly #matched = new Map<string, boolean>()
  #tokens: number | undefined

  constructor(db: Db, { excluded }: Pick<QueryTerms, 'excluded'>) {
    this.#db = db
    this.#excluded = excluded
  }

  /** Whether any clip matches, without filters. */
  async isMatched(query: Pick<QueryTerms, 'terms' | 'excluded'>): Promise<boolean> {
    const { anywhere } = searchPlan(query, { filters: {} })
    const question = fts5Query(anywhere.expression)
    const isMatched = this.#matched.get(question) ?? (await readRanks(this.#db, anywhere, 1)).length > 0
    this.#matched.set(question, isMatched)
    return isMatched
  }

  /** Notes that no clip matches, if the caller knows. */
  noteUnmatched(query: Pick<QueryTerms, 'terms' | 'excluded'>): void {
    this.#matched.set(fts5Query(searchPlan(query, { filters: {} }).anywhere.expression), false)
  }

  /** How many clips have a term, exclusions ignored, up to `most`. */
  async clipsOf(term: Term, most: number): Promise<number> {
    const { ranks, isAll } = await this.#clipsOf(term)
    return isAll ? Math.min(ranks.size, most) : most
  }

  /** Whether any clip has all of the terms. If the first ones never occur together, the others are not checked. */
  async occurTogether(terms: readonly Term[]): Promise<boolean> {
    if (terms.length < 2) return true
    const key = terms.map(({ typed }) => typed).join('\n')
    const together =
      this.#together.get(key) ?? ((await this.occurTogether(terms.slice(0, -1))) && (await this.#ask(terms)))
    this.#together.set(key, together)
    return together
  }

  async #ask(terms: readonly Term[]): Promise<boolean> {
    const clips = await Promise.all(terms.map((term) => this.#clipsOf(term)))
    const known = anyInAll(clips)
    if (known === false || (known && this.#excluded.length === 0)) return known
    const { anywhere } = searchPlan({ terms, excluded: this.#excluded }, { filters: {} })
    const isCheap = clips.some(({ ranks, isAll }) => isAll && ranks.size < FEW_CLIPS)
    const tokens = isCheap ? 0 : tokensIn(anywhere.expression)
    this.#tokens ??= MOST_TOKENS / (await libraryShare(this.#db))
    if (this.#tokens <= 0) return false
    this.#tokens -= tokens
    return (await readRanks(this.#db, anywhere, 1)).length > 0
  }

  async #clipsOf(term: Term): Promise<SomeRanks> {
    const known = this.#clips.get(term.typed)
    if (known) return known
    // Exclusions cost more than the term, and exclude few of its clips.
    const { anywhere } = searchPlan({ terms: [term], excluded: [] }, { filters: {} })
    const clips = await someRanks(this.#db, anywhere, MOST_CLIPS)
    this.#clips.set(term.typed, clips)
    return clips
  }
}

/** Whether any clip is in all lists; undefined if the answer lies beyond the end of an incomplete list. */
function anyInAll(lists: readonly SomeRanks[]): boolean | undefined {
  const [shortest, ...others] = lists.toSorted((a, b) => a.ranks.size - b.ranks.size)
  for (const rank of shortest!.ranks) if (others.every(({ ranks }) => ranks.has(rank))) return true
  const read = Math.min(...lists.map(({ isAll, last }) => (isAll ? Number.POSITIVE_INFINITY : last)))
  return lists.some(({ isAll, last }) => isAll && last <= read) ? false : undefined
}
