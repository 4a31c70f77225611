import { beginsWith } from '#server/db/begins-with.ts'
import type { Db } from '#server/db/schema.ts'
import { readRanks } from '#server/search/query/read-ranks.ts'
import { anyClipWith } from '#server/search/query/search-plan.ts'
import { all, any, type Expression, phrase } from '#server/search/text/expression.ts'
import { foldKana, writtenAs } from '#server/search/text/fold.ts'
import { soundOfRomaji, strictSoundOfRomaji } from '#server/search/text/japanese/romaji.ts'
import { hasJapanese, hasKanji, isHiragana, isKana } from '#server/search/text/scripts.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { type Concept, conceptWritten, keyOf } from '#server/search/text/synonyms.ts'
import { inTitle, runTokens, type TextLanguage, wordToken } from '#server/search/text/tokens.ts'
import type { Unit } from '#server/search/text/units.ts'
import { type Correction, correctionsOf, isRightWord } from './corrections.ts'
import { readSound } from './kana-words.ts'
import type { Reading } from './spans.ts'
import { type Span, typedOf } from './spans.ts'
import { conceptVariants, spellingVariant, termExpression, tokensVariant, type Variant } from './term.ts'
import { informationOfStem } from './unit-information.ts'
import { type KnownWord, knownWords, lookUp, type Meanings, noLookups, tokenOf } from './vocabulary.ts'

/** Meanings of a word that the catalogue lacks as typed; empty if nothing is near. */
export function unknownVariants(span: Span, reading: Reading): Promise<Variant[]> {
  return span.units[0]!.word ? unknownJapanese(span, reading) : unknownLatin(span, reading)
}

async function unknownLatin(span: Span, reading: Reading): Promise<Variant[]> {
  const unit = span.units[0]!
  const { surface, text, token } = unit
  const { db, corrects = true } = reading
  const literal = [spellingVariant(surface), tokensVariant('inflected', [token!])]
  // A common English word is not misspelt: making is not baking.
  if (!corrects || informationOfStem(text) !== 'normal') return literal
  // The catalogue may have another form of it: the vocabulary has written forms.
  if ((await readRanks(db, anyClipWith(wordToken(text)), 1)).length > 0)
    return reading.isUnfinished(span) && reading.completesAll
      ? [...literal, ...(await completedVariants(db, surface))]
      : literal
  const romaji = await romajiVariants(db, surface)
  if (romaji.length > 0) return romaji
  const parts = await splitVariants(db, surface)
  if (parts.length > 0) return parts
  if (reading.isUnfinished(span)) {
    const completed = await completedVariants(db, surface)
    if (completed.length > 0) return completed
  }
  return correctedVariants(span, reading)
}

const SHORTEST_PART = 3

/** "sunsetbeach" is "sunset beach", if clips have both words. */
async function splitVariants(db: Db, surface: string): Promise<Variant[]> {
  if (surface.length < 2 * SHORTEST_PART) return []
  const cuts = Array.from({ length: surface.length - 2 * SHORTEST_PART + 1 }, (_, at) => at + SHORTEST_PART)
  const lookups = noLookups()
  for (const at of cuts) lookups.words.add(surface.slice(0, at)).add(surface.slice(at))
  const vocabulary = await lookUp(db, lookups)
  const found = cuts.flatMap((at) => {
    const [first, second] = [vocabulary.word(surface.slice(0, at)), vocabulary.word(surface.slice(at))]
    return first && second ? [{ first, second, clips: Math.min(first.clips, second.clips) }] : []
  })
  const [best] = found.sort((a, b) => b.clips - a.clips)
  if (!best) return []
  const together = all([tokenOf(best.first), tokenOf(best.second)])
  if ((await readRanks(db, anyClipWith(together), 1)).length === 0) return []
  return [
    spellingVariant(`${best.first.word} ${best.second.word}`),
    tokensVariant('inflected', [tokenOf(best.first), tokenOf(best.second)]),
  ]
}

/** The commonest words that a prefix is completed to. A single one may be misspelt: coffe. */
const COMPLETIONS = 32
const SHORTEST_PREFIX = 2

async function completedVariants(db: Db, prefix: string): Promise<Variant[]> {
  if (prefix.length < SHORTEST_PREFIX) return []
  const words = await knownWords(db).where(beginsWith('word', prefix)).limit(COMPLETIONS).execute()
  const tokens = [...new Set(words.map(({ stem }) => wordToken(stem)))]
  if (tokens.length === 0) return []
  const only = tokens.length === 1 ? words[0]!.word : undefined
  const concept = only === undefined ? undefined : conceptWritten(keyOf(segmentsOf(only)))
  return [
    ...(concept ? conceptVariants(concept, languagesOf(only!, concept)) : []),
    {
      exactness: 'inflected',
      expression: any(tokens),
      titleExpression: any(tokens.map(inTitle)),
      needles: [],
    },
    ...words.map(({ word }) => spellingVariant(word)),
  ]
}

/** A text with more unknown words is not a text with typos; each takes some milliseconds. */
export const MOST_GUESSES = 3

async function correctedVariants(span: Span, reading: Reading): Promise<Variant[]> {
  const { db, corrections, corrects = true } = reading
  const typed = typedOf(span.units)
  const [unit, more] = span.units
  const isRight = unit!.word ? !more && !unit!.word.unknown : isRightWord(typed)
  if (!corrects || isRight || reading.guesses >= MOST_GUESSES) return []
  reading.guesses++
  const beside = besideOf(span, reading)
  const word = isKana(typed) ? foldKana(typed) : span.units[0]!.surface
  let best: Correction | undefined
  let isAnywhere = false
  for await (const correction of correctionsOf(db, word)) {
    best ??= correction
    const found = termExpression({ variants: variantsOf(correction) })
    if (beside && (await isMatchedBy(db, all([found, beside])))) {
      best = correction
      break
    }
    if (isAnywhere || !(correction.word || (await isMatchedBy(db, found)))) continue
    isAnywhere = true
    best = correction
    if (!beside) break
  }
  if (!best) return []
  corrections.set(typed, writtenAs(typed, best.text))
  return variantsOf(best)
}

/** Things that the query asks besides: a breech with a whale is a breach. */
function besideOf(span: Span, { spans }: Reading): Expression | undefined {
  const concepts = spans.flatMap((other) => (other === span ? [] : (other.concept ?? [])))
  return concepts.length > 0
    ? all(concepts.map((concept) => termExpression({ variants: conceptVariants(concept) })))
    : undefined
}

function variantsOf({ text, word }: Correction): Variant[] {
  const concept: Concept | undefined = conceptWritten(keyOf(segmentsOf(text)))
  return [
    spellingVariant(text),
    ...(word ? [tokensVariant('inflected', [tokenOf(word)])] : []),
    ...(concept ? conceptVariants(concept, languagesOf(text, concept)) : []),
  ]
}

/** Romaji may be in either language. */
function languagesOf(text: string, { romaji }: Concept): readonly TextLanguage[] {
  if (isHiragana(text)) return ['j']
  return romaji.has(text) ? ['e', 'j'] : ['e']
}

async function isMatchedBy(db: Db, expression: Expression): Promise<boolean> {
  return (await readRanks(db, anyClipWith(expression), 1)).length > 0
}

/** Longer katakana is likely a compound that the dictionary lacks: ドローン in ドローンショット. */
const LONGEST_WORD = 3
async function unknownJapanese(span: Span, reading: Reading): Promise<Variant[]> {
  const text = typedOf(span.units)
  if (isKana(text)) {
    const corrected = await correctedVariants(span, reading)
    if (corrected.length > 0) return corrected
  }
  const isPart = hasKanji(text) || [...text].length > LONGEST_WORD || reading.completesAll
  return isPart ? [partVariant(span.units)] : []
}

/** Its characters side by side, anywhere: also inside words that the dictionary splits otherwise. */
function partVariant(units: readonly Unit[]): Variant {
  const run = units.map(({ surface }) => surface).join('')
  return { exactness: 'part', expression: phrase(runTokens(run)), needles: [] }
}

/** The typed word in another spelling of the catalogue. */
function wordVariant(word: KnownWord): Variant {
  return { ...tokensVariant('inflected', [tokenOf(word)]), shown: [word.word] }
}

/** The Japanese word that romaji spells goes before its synonyms. */
export function japaneseNames({ names }: Concept): Variant[] {
  return names.filter(hasJapanese).map((name) => ({ exactness: 'inflected', needles: [foldKana(name)] }))
}

/** The meanings of a Latin word as romaji, in any system. */
async function romajiVariants(db: Db, surface: string): Promise<Variant[]> {
  const [sound, strict] = [soundOfRomaji(surface), strictSoundOfRomaji(surface)]
  if (!sound || !strict) return []
  const vocabulary = await lookUp(db, { ...noLookups(), sounds: new Set([sound]) })
  const read = readSound({ sound, strict, isRomaji: true }, vocabulary)
  return [...meaningsVariants(read), ...read.concepts.flatMap(japaneseNames)]
}

/** Each word of the catalogue, with its concept in the table, and each thing. */
export function meaningsVariants({ words, concepts }: Meanings, languages: Languages = ['j']): Variant[] {
  return [
    ...words.flatMap((word) => {
      const concept = conceptWritten(word.word)
      return [wordVariant(word), ...(concept ? conceptVariants(concept, ['j']) : [])]
    }),
    ...concepts.flatMap((concept) => conceptVariants(concept, languages)),
  ]
}

type Languages = readonly TextLanguage[]
