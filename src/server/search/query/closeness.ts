import type { Db } from '#server/db/schema.ts'
import {
  type QueryTerms,
  type Term,
  termExpression,
  variantsInAnyLanguage,
} from '#server/search/read/term.ts'
import { type Information, isColour, isQuality } from '#server/search/read/unit-information.ts'
import { all, any, type Expression } from '#server/search/text/expression.ts'
import { isKana } from '#server/search/text/scripts.ts'
import { readRanks, type SomeRanks, someRanks } from './read-ranks.ts'
import { matchOf } from './search-plan.ts'
import { rarity } from './weights.ts'

/** Clips that have the same part of what was asked. */
export interface Group {
  query: QueryTerms
  /** What they lack of the text; empty for exact clips. */
  missing: string[]
  /** Its clips, whatever the filters, if they were read. */
  found?: SomeRanks
}

/** A term, or a part of one. */
interface Part extends Term {
  /** The whole that it belongs to. */
  of?: string
  /** How much it tells, of a term of its own. */
  share?: number
  /** If no clip has this whole, a clip with all of its words lacks nothing. */
  isSpare?: boolean
}

/** After fewer clips, close ones follow. */
export const ENOUGH = 10

/** A text seldom has more telling terms; each costs a query. */
const MOST_TERMS = 8
/** A term with fewer clips is rare: all of them are read. Of a common one only the most popular. */
const MOST_CLIPS = 200
/** Close clips have this share of the information of exact ones, or of the closest if none is exact. */
const LEAST_SHARE = { ofExact: 0.5, ofClosest: 0.8 }

/** Verbs and qualities tell less than things. */
const WEIGHTS: Record<Information, number> = { normal: 1, verb: 0.45, light: 0.1 }
/** Enough to tell rare words from common ones. */
const MOST_COUNTED = 100

/**
 * Groups of clips by the information that they have of what was asked, most first, until there are enough clips with the
 * exact ones. A term of several words is also found as its words, and a clip with all of them misses nothing.
 */
export async function closeGroups(db: Db, query: QueryTerms, exact?: Group): Promise<Group[]> {
  const excluded = [...query.excluded, ...(exact ? [allOf(exact.query.terms.map(termExpression))] : [])]
  const asked = (await Promise.all(query.terms.map(inParts))).flat()
  const telling = asked.filter(({ information }) => information !== 'light')
  const weighed = (telling.length > 0 ? telling : asked).filter((term) => !isScrap(term))
  const terms = weighed.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MOST_TERMS)
  const clips = await termsOfClips(db, terms, excluded)
  const weights = terms.map((term, at) => weightOf(term, clips.counts[at]!))
  const informationOf = (mask: number) =>
    weights.reduce((sum, weight, at) => sum + (has(mask, at) ? weight : 0), 0)
  const groupOf = (mask: number, ranks: readonly number[]): Group => ({
    // All clips with a rare term were read.
    found: { ranks: ranks.toSorted((a, b) => a - b), isAll: (mask & clips.rare) !== 0 },
    query: {
      ...query,
      terms: weighed.filter((term) => has(mask, terms.indexOf(term))),
      excluded: [...excluded, ...groups.map((before) => allOf(before.query.terms.map(termExpression)))],
    },
    missing: missingOf(
      weighed.filter((part) => {
        const at = terms.indexOf(part)
        return !has(mask, at) && !(part.isSpare && clips.counts[at] === 0)
      }),
    ),
  })
  const groups: Group[] = []
  let total = exact?.found?.ranks.length ?? 0
  let least = exact ? informationOf(-1) * LEAST_SHARE.ofExact : 0
  for (const [mask, ranks] of [...clips.byMask].sort(
    ([a], [b]) => informationOf(b) - informationOf(a) || b - a,
  )) {
    if (total >= ENOUGH || informationOf(mask) < least) break
    least ||= informationOf(mask) * LEAST_SHARE.ofClosest
    total += ranks.length
    groups.push(groupOf(mask, ranks))
  }
  return groups
}

/** For a single thing that no clip has: clips of the rarest wider thing. Common ones, as people, tell nothing. */
export async function widerGroup(db: Db, query: QueryTerms): Promise<Group[]> {
  const [term, more] = query.terms
  const groups: Group[] = []
  for (const wider of more ? [] : (term?.concept?.wider ?? [])) {
    const terms = [{ ...term!, concept: wider, variants: variantsInAnyLanguage(wider) }]
    const found = await someRanks(db, matchOf({ ...query, terms }), MOST_CLIPS)
    if (found.isAll && found.ranks.length > 0)
      groups.push({ query: { ...query, terms }, missing: [term!.typed], found })
  }
  const clipsOf = ({ found }: Group) => found!.ranks.length
  return groups.toSorted((a, b) => clipsOf(a) - clipsOf(b)).slice(0, 1)
}

const bitsOf = (members: readonly number[]) => members.reduce((bits, at) => bits | (1 << at), 0)
const has = (mask: number, at: number) => at >= 0 && (mask & (1 << at)) !== 0

/** What is missing, as typed: a whole thing rather than its words. */
function missingOf(parts: readonly Part[]): string[] {
  const typed = parts.map((part) => part.typed)
  return parts.flatMap(({ information, of, ...part }) =>
    information === 'light' || (of !== undefined && typed.includes(of)) ? [] : part.typed,
  )
}

function weightOf({ information, share = 1 }: Part, clips = 0): number {
  return share * WEIGHTS[information] * rarity(Math.min(clips, MOST_COUNTED))
}

/** Kana left over when a word was taken apart: そう of 流しそうめん. */
function isScrap({ typed, concept }: Term): boolean {
  return concept === undefined && typed.length <= 2 && isKana(typed)
}

/**
 * Each word of a term, which a clip with the whole has, too, and the whole. Of one word: the wider thing that its name
 * contains, 桜 of 桜並木. Food is no hamburger.
 */
async function inParts(term: Term): Promise<Part[]> {
  const parts = (await term.parts?.()) ?? []
  const orWhole = (part: Term): Part => ({
    ...part,
    of: term.typed,
    variants: [...term.variants, ...part.variants],
  })
  // 沖縄 is not all of 沖縄そば, although そば alone tells nothing, as it is also a side.
  const isSpare =
    !isName(term, parts) &&
    !parts.some((part) => part.information === 'light' || isColour(part.typed) || isScrap(part))
  if (parts.length > 0) return [...parts.map(orWhole), { ...term, share: SHARE.ofWords, isSpare }]
  for (const wider of term.concept?.wider ?? []) {
    const typed = wider.names.find((name) => term.typed !== name && term.typed.includes(name))
    if (typed === undefined) continue
    const inside = orWhole({ ...term, typed, concept: wider, variants: variantsInAnyLanguage(wider) })
    return [inside, { ...term, share: SHARE.ofWider }]
  }
  return [term]
}

/** Whether a text is one name that its words do not explain: a tank top is clothing, and no tank. An act is its words. */
export async function isIdiom([term, more]: readonly Term[]): Promise<boolean> {
  return term !== undefined && !more && isName(term, (await term.parts?.()) ?? [])
}

function isName({ concept }: Term, parts: readonly Term[]): boolean {
  const kinds = concept?.wider ?? []
  const isTold = ({ information, typed, concept: part }: Term) =>
    (information === 'verb' && !isQuality(typed)) || (part && kinds.includes(part))
  return kinds.length > 0 && !parts.some(isTold)
}

/** How much a whole tells beside its parts. */
const SHARE = { ofWords: 0.3, ofWider: 0.45 }

/**
 * How many clips have each term, and the ranks of those with the same terms, as bits of a number. Rare terms lead to all
 * of their clips; of common ones alone, those that are among the most popular of each.
 */
async function termsOfClips(
  db: Db,
  terms: readonly Term[],
  excluded: readonly Term[],
): Promise<{ counts: number[]; byMask: Map<number, number[]>; rare: number }> {
  const masks = new Map<number, number>()
  const note = (ranks: Iterable<number>, bits: number) => {
    for (const rank of ranks) masks.set(rank, (masks.get(rank) ?? 0) | bits)
  }
  const matching = (expressions: readonly Expression[]) => matchOf({ terms: [allOf(expressions)], excluded })
  const each = terms.map(termExpression)
  const lists: SomeRanks[] = []
  for (const expression of each) lists.push(await someRanks(db, matching([expression]), MOST_CLIPS))
  for (const [at, { ranks }] of lists.entries()) note(ranks, 1 << at)
  const rare = [...each.keys()].filter((at) => lists[at]!.isAll && lists[at]!.ranks.length > 0)
  const anyRare = any(rare.map((at) => each[at]!))
  const common = [...each.keys()].filter((at) => !lists[at]!.isAll)
  for (const at of rare.length > 0 ? common : [])
    note(await readRanks(db, matching([anyRare, each[at]!]), MOST_CLIPS * rare.length), 1 << at)
  const byMask = Map.groupBy(masks.keys(), (rank) => masks.get(rank)!)
  return { counts: lists.map(({ ranks }) => ranks.length), byMask, rare: bitsOf(rare) }
}

function allOf(expressions: readonly Expression[]): Term {
  const variants = [{ exactness: 'typed' as const, expression: all(expressions), needles: [] }]
  return { typed: '', information: 'normal', variants }
}
