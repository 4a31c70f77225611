import type { Db } from '#server/db/schema.ts'
import { eitherOf, OR, type QueryTerms, type Term } from '#server/search/read/term.ts'
import type { Information } from '#server/search/text/english/information.ts'
import { countRanks, readRanks } from './read-ranks.ts'
import { searchPlan } from './search-plan.ts'

/** What to search instead of a query that nothing matches. */
export interface Relaxed {
  query: QueryTerms
  /** Other texts that find something. */
  others: string[]
  /** Terms that are not searched, as typed, without light ones. */
  leftOut: string[]
}

/** Terms that are left out in turn; each costs a question. */
const MOST_TERMS = 5

/**
 * The query with fewer terms: without those that no clip has; else without what is only done, then without the term that
 * tells least, then without more of them. Where no two meet, any of a list, or of a phrase the one that tells most.
 * Undefined if no clip has any.
 */
export async function relax(db: Db, whole: QueryTerms): Promise<Relaxed | undefined> {
  const query = await inParts(whole)
  const relaxed = await fewerTerms(db, query, query !== whole)
  if (!relaxed) return undefined
  const kept = new Set(relaxed.query.terms.flatMap(({ typed }) => typed.split(OR)))
  const leftOut = query.terms
    .filter(({ typed, information }) => information !== 'light' && !kept.has(typed))
    .map(({ typed }) => typed)
  return { ...relaxed, leftOut }
}

async function fewerTerms(
  db: Db,
  query: QueryTerms,
  isSplit: boolean,
): Promise<Omit<Relaxed, 'leftOut'> | undefined> {
  if (query.terms.length < 2) return undefined
  if (isSplit && (await isMatched(db, query))) return { query, others: [] }
  const having = (terms: Term[]): QueryTerms => ({ ...query, terms })
  const matches = (terms: Term[]) => isMatched(db, having(terms))
  const known = await knownTerms(db, query)
  if (known.length === 0) return undefined
  const best = (length: number) => inOrder(query, mostTelling(known).slice(0, length))
  if (known.length < query.terms.length && (await matches(known))) return { query: having(known), others: [] }
  const things = known.filter(({ information }) => information !== 'verb')
  if (things.length > 0 && things.length < known.length && (await matches(things)))
    return { query: withExtra(having(things), known), others: [] }
  const shorter = mostTelling(known)
    .toReversed()
    .map((left) => known.filter((term) => term !== left))
    .filter((terms) => terms.length > 1)
  const [found, ...others] = await matching(shorter, matches)
  if (found) return { query: having(found), others: others.map((terms) => textOf(having(terms))) }
  for (let length = known.length - 2; length > 1; length--)
    if (await matches(best(length))) return { query: having(best(length)), others: [] }
  const alone = known.map((term) => textOf(having([term])))
  if (query.isList) return { query: having([eitherOf(known.map((term) => [term]))]), others: alone }
  const one = having(best(1))
  return { query: one, others: alone.filter((text) => text !== textOf(one)) }
}

/** Each word for itself. */
async function inParts(query: QueryTerms): Promise<QueryTerms> {
  if (query.terms.every(({ parts }) => parts === undefined)) return query
  const terms: Term[] = []
  for (const term of query.terms) terms.push(...(term.parts ? await term.parts() : [term]))
  return { ...query, terms }
}

/** Enough to tell rare words from common ones. */
const MOST_COUNTED = 100

/** Terms that any clip has, with how many do, in the order of the query. */
async function knownTerms(db: Db, query: QueryTerms): Promise<Term[]> {
  const known: Term[] = []
  for (const term of inOrder(query, mostTelling(query.terms).slice(0, MOST_TERMS))) {
    const asked = { ...query, terms: [term], excluded: [] }
    const { clips } = await countRanks(db, searchPlan(asked, { filters: {} }).anywhere, MOST_COUNTED)
    if (clips > 0) known.push({ ...term, clips })
  }
  return known
}

/** What is left out still brings clips forward. */
function withExtra(query: QueryTerms, all: readonly Term[]): QueryTerms {
  return { ...query, extra: [...query.extra, ...all.filter((term) => !query.terms.includes(term))] }
}

/** The terms of a query as they can be typed. */
export function textOf({ terms, excluded }: QueryTerms): string {
  return [...terms.map(({ typed }) => typed), ...excluded.map(({ typed }) => `-${typed}`)].join(' ')
}

const INFORMATION: Information[] = ['normal', 'verb', 'light']

/** Things before what they do, and rare words before common ones. */
function mostTelling(terms: readonly Term[]): Term[] {
  const place = ({ information }: Term) => INFORMATION.indexOf(information)
  return terms.toSorted((a, b) => place(a) - place(b) || (a.clips ?? 0) - (b.clips ?? 0))
}

/** By their place in the query. */
function inOrder({ terms }: QueryTerms, some: readonly Term[]): Term[] {
  const place = ({ typed }: Term) => terms.findIndex((term) => term.typed === typed)
  return some.toSorted((a, b) => place(a) - place(b))
}

async function matching<Item>(
  items: readonly Item[],
  matches: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const found: Item[] = []
  for (const item of items) if (await matches(item)) found.push(item)
  return found
}

/** Whether any clip matches, without filters. */
export async function isMatched(db: Db, query: QueryTerms): Promise<boolean> {
  const ranks = await readRanks(db, searchPlan(query, { filters: {} }).anywhere, 1)
  return ranks.length > 0
}
