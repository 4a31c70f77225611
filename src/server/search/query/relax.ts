import type { Db } from '#server/db/schema.ts'
import { conceptVariants, eitherOf, OR, type QueryTerms, type Term } from '#server/search/read/term.ts'
import type { Information } from '#server/search/read/unit-information.ts'
import { isKana } from '#server/search/text/scripts.ts'
import { CoOccurrence } from './co-occurrence.ts'
import { rarity } from './weights.ts'

/** The search that replaces a query without matches. */
export interface Relaxed {
  query: QueryTerms
  /** Other texts that find something. */
  others: string[]
  /** Terms that are not searched, as typed, except light ones. */
  leftOut: string[]
}

/** Terms that may be left out. */
const MOST_TERMS = 5

/**
 * The query with fewer terms: the most telling ones that occur in one clip. If no two do: any term of a list, or a
 * phrase's most telling one. Undefined if no clip has any.
 */
export async function relax(
  db: Db,
  whole: QueryTerms,
  coOccurrence = new CoOccurrence(db, whole),
): Promise<Relaxed | undefined> {
  const parts = await inParts(whole.terms)
  const split = { ...whole, terms: parts }
  const isFound =
    parts.length > whole.terms.length &&
    (await mayMatch(split, coOccurrence)) &&
    (await coOccurrence.isMatched(split))
  const query = isFound
    ? split
    : { ...whole, terms: await inParts(await missingTerms(db, whole), whole.terms) }
  const relaxed = isFound ? { query, others: [] } : await fewerTerms(query, coOccurrence)
  if (!relaxed) return widened(db, whole)
  if (relaxed.query.terms.length < 2 && parts.length > query.terms.length) {
    // For a dog playing in the snow, a dog in the snow is better than anybody playing in it.
    const fewerParts = await fewerTerms(split, coOccurrence)
    if (fewerParts && fewerParts.query.terms.length > 1) return withLeftOut(fewerParts, split)
  }
  return withLeftOut(relaxed, query)
}

/** If no clip has the single thing, its own name may contain a wider one: 桜 for 桜並木. Food is no hamburger. */
async function widened(db: Db, query: QueryTerms): Promise<Relaxed | undefined> {
  const [term, more] = query.terms
  if (!term?.concept || more) return undefined
  for (const wider of term.concept.wider) {
    const typed = wider.names.find((name) => term.typed.includes(name))
    if (typed === undefined) continue
    const instead = {
      ...query,
      terms: [{ ...term, typed, concept: wider, variants: conceptVariants(wider) }],
    }
    if (await isMatched(db, instead)) return { query: instead, others: [], leftOut: [] }
  }
  return undefined
}

function withLeftOut(relaxed: Omit<Relaxed, 'leftOut'>, query: QueryTerms): Relaxed {
  const kept = new Set(relaxed.query.terms.flatMap(({ typed }) => typed.split(OR)))
  const leftOut = query.terms
    .filter(({ typed, information }) => information !== 'light' && !kept.has(typed))
    .map(({ typed }) => typed)
  return { ...relaxed, leftOut }
}

/** Splits those of `all` that have several words into their words. */
async function inParts(some: readonly Term[], all = some): Promise<Term[]> {
  const terms: Term[] = []
  for (const term of all) {
    const parts = (some.includes(term) && (await term.parts?.())) || []
    terms.push(...(parts.length > 0 ? parts : [term]))
  }
  return terms
}

/** Terms of several words that no clip has. */
async function missingTerms(db: Db, query: QueryTerms): Promise<Term[]> {
  const missing: Term[] = []
  for (const term of query.terms)
    if (term.parts && !(await isMatched(db, { ...query, terms: [term], excluded: [] }))) missing.push(term)
  return missing
}

async function fewerTerms(
  query: QueryTerms,
  coOccurrence: CoOccurrence,
): Promise<Omit<Relaxed, 'leftOut'> | undefined> {
  const [only, more] = query.terms
  if (!only) return undefined
  // The rest of one word that no clip has.
  if (!more) return (await coOccurrence.isMatched(query)) ? { query, others: [] } : undefined
  const having = (terms: Term[]): QueryTerms => ({ ...query, terms: inOrder(query, terms) })
  const known = mostTelling(await knownTerms(query, coOccurrence)).slice(0, MOST_TERMS)
  if (known.length === 0) return undefined
  const alone = inOrder(query, known).map((term) => textOf(having([term])))
  const choices = subsetsOf(known).filter((terms) => terms.length > 1)
  for (const [at, terms] of choices.entries()) {
    if (!(await coOccurrence.occurTogether(terms))) continue
    const alike = choices.slice(at + 1).filter(({ length }) => length === terms.length)
    const others = await matching(alike.slice(0, MOST_OTHERS), (some) => coOccurrence.occurTogether(some))
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

/** Every subset of the terms, the most telling ones first. */
function subsetsOf(terms: readonly Term[]): Term[][] {
  const subsets = Array.from({ length: 2 ** terms.length - 1 }, (_, chosen) =>
    terms.filter((_, at) => (chosen + 1) & (1 << at)),
  )
  const telling = new Map(
    subsets.map((subset) => [subset, subset.reduce((sum, term) => sum + weightOf(term), 0)]),
  )
  return subsets.sort((a, b) => telling.get(b)! - telling.get(a)!)
}

/** Verbs and qualities tell less than things. */
const WEIGHTS: Record<Information, number> = { normal: 1, verb: 0.45, light: 0.1 }

function weightOf({ information, clips = 0 }: Term): number {
  return WEIGHTS[information] * rarity(clips)
}

/** Enough to tell rare words from common ones. */
const MOST_COUNTED = 100

/** A text seldom has more; each costs a query. */
const MOST_COUNTED_TERMS = 8

/** Terms that any clip has, with the number of clips. A light one says nothing without the others: 感 of 自己肯定感. */
async function knownTerms(query: QueryTerms, coOccurrence: CoOccurrence): Promise<Term[]> {
  const known: Term[] = []
  const whole = query.terms.filter((one) => !isScrap(one))
  const telling = whole.filter(({ information }) => information !== 'light')
  for (const term of mostTelling(telling.length > 0 ? telling : whole).slice(0, MOST_COUNTED_TERMS)) {
    const clips = await coOccurrence.clipsOf(term, MOST_COUNTED)
    if (clips > 0) known.push({ ...term, clips })
  }
  return known
}

/** Kana left over when a word was taken apart: そう of 流しそうめん. */
function isScrap({ typed, concept }: Term): boolean {
  return concept === undefined && typed.length <= 2 && isKana(typed)
}

/** Omitted terms still bring clips forward. */
function withExtra(query: QueryTerms, all: readonly Term[]): QueryTerms {
  return { ...query, extra: [...query.extra, ...all.filter((term) => !query.terms.includes(term))] }
}

/** The terms of a query as they can be typed. */
export function textOf({ terms, excluded }: QueryTerms): string {
  return [...terms.map(({ typed }) => typed), ...excluded.map(({ typed }) => `-${typed}`)].join(' ')
}

/** Things before actions, and rare words before common ones. */
function mostTelling(terms: readonly Term[]): Term[] {
  return terms.toSorted((a, b) => weightOf(b) - weightOf(a))
}

function inOrder({ terms }: QueryTerms, some: readonly Term[]): Term[] {
  const place = ({ typed }: Term) => terms.findIndex((term) => term.typed === typed)
  return some.toSorted((a, b) => place(a) - place(b))
}

/** A query with more terms is first checked for FEW of them. */
const MANY = 6
const FEW = 4

/** False if no clip can match: of many terms, none has even a few. Then the other lists need not be read. */
export async function mayMatch({ terms }: QueryTerms, coOccurrence: CoOccurrence): Promise<boolean> {
  return terms.length <= MANY || coOccurrence.occurTogether(mostTelling(terms).slice(0, FEW))
}

/** Whether any clip matches, without filters. */
export function isMatched(db: Db, query: QueryTerms): Promise<boolean> {
  return new CoOccurrence(db, query).isMatched(query)
}
