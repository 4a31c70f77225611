import type { Db } from '#server/db/schema.ts'
import { correctedText, readQuery } from '#server/search/read/read-query.ts'
import { correctedWord } from '#server/search/read/run-corrections.ts'
import {
  acrossLanguages,
  onlyClips,
  orClips,
  type QueryTerms,
  withDescriptions,
} from '#server/search/read/term.ts'
import type { SearchRules } from '#server/search/rules/search-rules.ts'
import { clipsOf, idBlock } from '#server/search/text/filter-tokens.ts'
import { inDigits } from '#server/search/text/segments.ts'
import { creatorToken } from '#server/search/text/tokens.ts'
import { closeGroups, ENOUGH, type Group, isIdiom, widerGroup } from './closeness.ts'
import { type Creator, findCreator, nearCreator } from './creators.ts'
import { COUNTED } from './ranked-matches.ts'
import { readRanks, type SomeRanks, someRanks } from './read-ranks.ts'
import { type Match, matchOf } from './search-plan.ts'

/** What a text asks for. */
export interface ReadSearch {
  /** The exact clips, then close ones; filters may leave none of a group. Empty if nothing of the text is known. */
  groups: Group[]
  /** The text that was meant, if another one. */
  instead?: string
}

interface ReadOptions {
  rules?: SearchRules
  /** Ids of clips that come before all others, in this order. */
  pins?: readonly number[] | undefined
}

/**
 * Reads a text, whatever the filters: pinned clips, its exact clips, and close ones if there are few. An empty text only
 * filters.
 */
export async function readSearch(
  db: Db,
  text: string,
  { pins, ...options }: ReadOptions,
): Promise<ReadSearch> {
  if (!pins) return readUnpinned(db, text, options)
  const pinned = { ...onlyClips(clipsOf(pins), ''), first: pins }
  const { groups, instead } = await readUnpinned(db, text, options)
  // Who pins clips to a text means the text.
  const others = instead === undefined ? groups : []
  const without = ({ query, missing }: Group) => ({
    missing,
    query: { ...query, excluded: [...query.excluded, ...pinned.terms] },
  })
  return { groups: [{ query: pinned, missing: [] }, ...others.map(without)] }
}

async function readUnpinned(db: Db, text: string, { rules }: Omit<ReadOptions, 'pins'>): Promise<ReadSearch> {
  if (text.trim() === '') return { groups: [{ query: await readQuery(db, ''), missing: [] }] }
  const meant = rules?.knows(text) ? undefined : await correctedBy(db, await correctedWord(db, text.trim()))
  if (meant) return meant
  const number = await clipNumberIn(db, text)
  const read = await readQuery(db, text, rules ? { rules } : {})
  const creator = await findCreator(db, text)
  if (!creator && read.corrections.size > 0) {
    const near = await nearCreator(db, text, { isWhole: true })
    if (near) return clipsBy(near)
  }
  const query = withClips(read, { number, creator })
  if (query.terms.length + query.excluded.length === 0) return { groups: [] }
  const instead = query.corrections.size > 0 ? { instead: correctedText(text, query) } : {}
  const exact = await exactQuery(db, query)
  if (exact && (!isFew(exact) || query.terms.length < FEWEST_TERMS)) return { groups: [exact], ...instead }
  if (!exact && query.excluded.length > 0 && (await isMatched(db, { ...query, excluded: [] })))
    return { groups: [{ query, missing: [] }] }
  const near =
    exact || creator || query.terms.length > MOST_DESCRIBED ? undefined : await nearCreator(db, text)
  if (near) return clipsBy(near)
  const close = await closeGroups(db, acrossLanguages(query), exact)
  const isFound = exact || close[0]?.missing.length === 0
  const wider = isFound || !(await isIdiom(query.terms)) ? [] : await widerGroup(db, query)
  const groups = [...(exact ? [exact] : []), ...(wider.length > 0 ? wider : close)]
  return { groups: groups.map((group) => asTyped(group, text, query)), ...instead }
}

/** Of two words, a clip with one is close only if none has both. */
const FEWEST_TERMS = 3

/** Descriptions, and creators' names in part, are searched for no more terms: each costs a query of long lists. */
const MOST_DESCRIBED = 4

/**
 * The query as it finds clips: as read; or also by the texts in the other language; or also by descriptions. Undefined if
 * no clip has all of it.
 */
async function exactQuery(db: Db, query: QueryTerms): Promise<Group | undefined> {
  const across = acrossLanguages(query)
  const isKnown = query.terms.length < FEWEST_TERMS || (await isMatched(db, across))
  const isDescribed = query.terms.length <= MOST_DESCRIBED
  const readings = [...(isKnown ? [query, across] : []), ...(isDescribed ? [withDescriptions(query)] : [])]
  for (const reading of readings) {
    const found = await firstRanks(db, matchOf(reading))
    if (found.ranks.length > 0) return { query: reading, missing: [], found }
  }
  return undefined
}

const isFew = ({ found }: Group) => found?.isAll === true && found.ranks.length < ENOUGH

/** As many as are counted. */
async function firstRanks(db: Db, match: Match): Promise<SomeRanks> {
  const found = await someRanks(db, match, COUNTED + 1)
  const isSure = found.isAll || found.ranks.length > 0
  return isSure ? found : { ranks: await readRanks(db, match, ENOUGH), isAll: false }
}

/** Whether any clip matches. */
export async function isMatched(db: Db, query: QueryTerms): Promise<boolean> {
  return (await readRanks(db, matchOf(query), 1)).length > 0
}

/** A creator's clips. */
export function clipsBy({ key, name }: Creator): ReadSearch {
  return { groups: [{ query: onlyClips(creatorToken(key), name), missing: [] }], instead: name }
}

function withClips(
  query: QueryTerms,
  { number, creator }: { number: number | undefined; creator: Creator | undefined },
): QueryTerms {
  const named = creator ? orClips(query, creatorToken(creator.key)) : query
  return number === undefined ? named : { ...orClips(named, idBlock(0, number)), first: [number] }
}

/** A clip's number, alone or as people write numbers: #12, No. 12. */
const NUMBER = /^\s*(?:#|no\.?)?\s*(\d{1,15})\s*$/i

/** The number that a text is, if a clip has it. */
async function clipNumberIn(db: Db, text: string): Promise<number | undefined> {
  const [, digits] = NUMBER.exec(text.normalize('NFKC')) ?? []
  if (digits === undefined) return undefined
  const clip = db.selectFrom('sources').select('id').where('id', '=', Number(digits))
  return (await clip.executeTakeFirst())?.id
}

/** The missing words as the visitor typed them, before they were corrected and folded. */
function asTyped(group: Group, text: string, { corrections }: QueryTerms): Group {
  const missing = group.missing.map((typed) => {
    const word = typed.replaceAll('"', '')
    const [misspelt] = [...corrections].find(([, meant]) => meant.split(' ').includes(word)) ?? [word]
    const ways = [misspelt, inDigits(misspelt)].map((way) =>
      way.replace(NO_LETTER, '\\$&').replace(/\\ /g, '[\\s-]*'),
    )
    return new RegExp(ways.join('|'), 'i').exec(text.normalize('NFKC'))?.[0] ?? misspelt
  })
  return { ...group, missing: [...new Set(missing)] }
}

const NO_LETTER = /[^\p{L}\p{N}\p{M}]/gu

/** The first of some texts that any clip matches. */
async function correctedBy(db: Db, texts: readonly string[]): Promise<ReadSearch | undefined> {
  for (const text of texts) {
    const query = await readQuery(db, text)
    if (await isMatched(db, query)) return { groups: [{ query, missing: [] }], instead: text }
  }
  return undefined
}
