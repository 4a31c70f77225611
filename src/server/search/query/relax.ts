import type { Db } from '#server/db/schema.ts'
import { eitherOf, OR, type QueryTerms, type Term } from '#server/search/read/term.ts'
import type { Information } from '#server/search/text/english/information.ts'
import { countRanks, readRanks } from './read-ranks.ts'
import { searchPlan } from './search-plan.ts'
import { rarity } from './weights.ts'

/** What to search instead of a query that nothing matches. */
export interface Relaxed {
  query: QueryTerms
  /** Other texts that find something. */
  others: string[]
  /** Terms that are not searched, as typed, without light ones. */
  leftOut: string[]
}

/** Terms that may be left out; any two of them cost a question. */
const MOST_TERMS = 5

/**
 * The query with fewer terms: those of one clip that tell most together. Where no two meet, any of a list, or of a phrase
 * the one that tells most. Undefined if no clip has any.
 */
export async function relax(db: Db, whole: QueryTerms): Promise<Relaxed | undefined> {
  const parts = await inParts(whole.terms)
  const split = { ...whole, terms: parts }
  const isFound = parts.length > whole.terms.length && (await isMatched(db, split))
  const query = isFound
    ? split
    : { ...whole, terms: await inParts(await missingTerms(db, whole), whole.terms) }
  const relaxed = isFound ? { query, others: [] } : await fewerTerms(db, query)
  if (!relaxed) return undefined
  const kept = new Set(relaxed.query.terms.flatMap(({ typed }) => typed.split(OR)))
  const leftOut = query.terms
    .filter(({ typed, information }) => information !== 'light' && !kept.has(typed))
    .map(({ typed }) => typed)
  return { ...relaxed, leftOut }
}

/** Each word for itself of those among `all` that are written in several. */
async function inParts(some: readonly Term[], all = some): Promise<Term[]> {
  const terms: Term[] = []
  for (const term of all) terms.push(...(term.parts && some.includes(term) ? await term.parts() : [term]))
  return terms
}

/** Terms of several words that no clip has. */
async function missingTerms(db: Db, query: QueryTerms): Promise<Term[]> {
  const missing: Term[] = []
  for (const term of query.terms)
    if (term.parts && !(await isMatched(db, { ...query, terms: [term], excluded: [] }))) missing.push(term)
  return missing
}

async function fewerTerms(db: Db, query: QueryTerms): Promise<Omit<Relaxed, 'leftOut'> | undefined> {
  if (query.terms.length < 2) return undefined
  const having = (terms: Term[]): QueryTerms => ({ ...query, terms: inOrder(query, terms) })
  const known = mostTelling(await knownTerms(db, query)).slice(0, MOST_TERMS)
  if (known.length === 0) return undefined
  const meet = meeting((terms) => isMatched(db, having(terms)))
  const alone = inOrder(query, known).map((term) => textOf(having([term])))
  const choices = subsetsOf(known).filter((terms) => terms.length > 1)
  for (const [at, terms] of choices.entries()) {
    if (!(await meet(terms))) continue
    const alike = choices.slice(at + 1).filter(({ length }) => length === terms.length)
    const others = await matching(alike.slice(0, MOST_OTHERS), meet)
    return { query: withExtra(having(terms), known), others: others.map((some) => textOf(having(some))) }
  }
  if (query.isList)
    return { query: having([eitherOf(inOrder(query, known).map((term) => [term]))]), others: alone }
  const one = having(known.slice(0, 1))
  return { query: one, others: alone.filter((text) => text !== textOf(one)) }
}

/** Other choices to offer. */
const MOST_OTHERS = 3

async function matching<Item>(
  items: readonly Item[],
  matches: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const found: Item[] = []
  for (const item of items) if (await matches(item)) found.push(item)
  return found
}

/** Asks whether any clip has all of some terms, after whether any has each two of them. */
function meeting(ask: (terms: Term[]) => Promise<boolean>): (terms: Term[]) => Promise<boolean> {
  const pairs = new Map<Term, Map<Term, boolean>>()
  const pairMeets = async (one: Term, other: Term) => {
    const known = pairs.get(one) ?? new Map<Term, boolean>()
    pairs.set(one, known)
    const meets = known.get(other) ?? (await ask([one, other]))
    known.set(other, meets)
    return meets
  }
  return async (terms) => {
    for (const [at, one] of terms.entries())
      for (const other of terms.slice(at + 1)) if (!(await pairMeets(one, other))) return false
    return terms.length === 2 || ask(terms)
  }
}

/** Every choice of the terms, those that tell most together first. */
function subsetsOf(terms: readonly Term[]): Term[][] {
  const subsets = Array.from({ length: 2 ** terms.length - 1 }, (_, chosen) =>
    terms.filter((_, at) => (chosen + 1) & (1 << at)),
  )
  const telling = new Map(
    subsets.map((subset) => [subset, subset.reduce((sum, term) => sum + weightOf(term), 0)]),
  )
  return subsets.sort((a, b) => telling.get(b)! - telling.get(a)!)
}

/** What is done, or how a thing is, tells less than the thing. */
const WEIGHTS: Record<Information, number> = { normal: 1, verb: 0.45, light: 0.1 }

function weightOf({ information, clips = 0 }: Term): number {
  return WEIGHTS[information] * rarity(clips)
}

/** Enough to tell rare words from common ones. */
const MOST_COUNTED = 100

/** A text has seldom more; each costs a question. */
const MOST_COUNTED_TERMS = 8

/** Terms that any clip has, with how many do. */
async function knownTerms(db: Db, query: QueryTerms): Promise<Term[]> {
  const known: Term[] = []
  for (const term of mostTelling(query.terms).slice(0, MOST_COUNTED_TERMS)) {
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

/** Things before what they do, and rare words before common ones. */
function mostTelling(terms: readonly Term[]): Term[] {
  return terms.toSorted((a, b) => weightOf(b) - weightOf(a))
}

/** By their place in the query. */
function inOrder({ terms }: QueryTerms, some: readonly Term[]): Term[] {
  const place = ({ typed }: Term) => terms.findIndex((term) => term.typed === typed)
  return some.toSorted((a, b) => place(a) - place(b))
}

/** Whether any clip matches, without filters. */
export async function isMatched(db: Db, query: QueryTerms): Promise<boolean> {
  const ranks = await readRanks(db, searchPlan(query, { filters: {} }).anywhere, 1)
  return ranks.length > 0
}
