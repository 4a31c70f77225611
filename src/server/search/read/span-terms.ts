import type { Db } from '#server/db/schema.ts'
import { conceptAt, type FoundConcept, isHomograph, livingThing } from '#server/search/text/concepts.ts'
import { all, any } from '#server/search/text/expression.ts'
import { foldKana } from '#server/search/text/fold.ts'
import { soundOfRomaji } from '#server/search/text/japanese/romaji.ts'
import { soundOf } from '#server/search/text/japanese/sound.ts'
import type { JapaneseWord } from '#server/search/text/japanese/words.ts'
import { hasKanji, isKana } from '#server/search/text/scripts.ts'
import { type Concept, conceptsRead } from '#server/search/text/synonyms.ts'
import type { TextLanguage, Token } from '#server/search/text/tokens.ts'
import { surfaceOf, type Unit } from '#server/search/text/units.ts'
import { type JoinedWords, noteJoined, soundingAs } from './joined-words.ts'
import { kanaWords, NOTHING, readPart, soundsIn } from './kana-words.ts'
import type { Reading } from './spans.ts'
import { hiraganaTo, isInHiragana, type Span, textOf, typedOf } from './spans.ts'
import { conceptVariants, spellingVariant, type Term, tokensVariant, type Variant } from './term.ts'
import { informationOf, isColour } from './unit-information.ts'
import { japaneseNames, meaningsVariants, unknownVariants } from './unknown-word.ts'
import { type Lookups, lookUp, noLookups, type Vocabulary } from './vocabulary.ts'

/** Adds the look-ups in the catalogue's vocabulary that a query's units need. */
export function noteLookups(units: readonly Unit[], lookups: Lookups): void {
  const { words, sounds } = lookups
  for (let at = 0; at < units.length; at++) {
    const { word, surface } = units[at]!
    const known = conceptAt(units, at)
    if (known && isApart(units, known)) {
      if (!word) noteJoined(units, at, lookups)
      at = known.to - 1
      continue
    }
    const hiragana = units.slice(at, hiraganaTo(units, at))
    if (hiragana.length > 0) for (const sound of soundsIn(textOf(hiragana))) sounds.add(sound)
    noteJoined(units, at, lookups)
    if (!word) {
      words.add(surface)
      continue
    }
    words.add(word.base)
    const sound = soundOf(word.reading)
    if (sound !== '') sounds.add(sound)
  }
}

/** Whether a concept is a whole run of Japanese, or Latin: nothing in the catalogue can change its meaning. */
function isApart(units: readonly Unit[], { from, to }: FoundConcept): boolean {
  return !units[from]!.joined && !units[to]?.joined
}

/** The terms of a span: one, except for hiragana of several words. Undefined for Japanese that the catalogue lacks. */
export async function termsOfSpan(span: Span, reading: Reading): Promise<Term[] | undefined> {
  if (span.joined) return [joinedTerm(span, span.joined)]
  if (span.kana !== undefined) return kanaTerms(span.kana, reading.vocabulary)
  if (span.concept) return [conceptTerm(span, span.concept)]
  const [unit] = span.units
  return unit!.word ? japaneseTerm(span, unit!.word, reading) : [await latinTerm(span, reading)]
}

/** The nearest term for a span that the catalogue lacks. */
export async function unknownTerm(span: Span, reading: Reading): Promise<Term> {
  const information = informationOf(span)
  const typed = typedOf(span.units)
  // A scene of something (シーン) is not misspelt.
  if (information === 'light' && isKana(typed)) return { typed, information, variants: [] }
  const variants = await unknownVariants(span, reading)
  const term: Term = { typed, information, variants }
  return isKana(typed) ? { ...term, parts: () => wordsInKana(reading.db, typed) } : term
}

/** サンセット and ビーチ of サンセットビーチ, each as a term. */
async function wordsInKana(db: Db, written: string): Promise<Term[]> {
  const kana = foldKana(written)
  const vocabulary = await lookUp(db, { ...noLookups(), sounds: new Set(soundsIn(kana)) })
  const terms = kanaTerms(kana, vocabulary) ?? []
  let from = 0
  return terms.map((term) => {
    from = kana.indexOf(term.typed, from)
    const typed = written.slice(from, from + term.typed.length)
    from += term.typed.length
    return { ...term, typed }
  })
}

function kanaTerms(kana: string, vocabulary: Vocabulary): Term[] | undefined {
  return kanaWords(kana, vocabulary)?.map(({ kana: typed, ...meanings }) => ({
    typed,
    information: 'normal',
    variants: [spellingVariant(typed), ...meaningsVariants(meanings)],
  }))
}

function japaneseTerm(span: Span, word: JapaneseWord, { vocabulary }: Reading): Term[] | undefined {
  const variants = japaneseVariants(span.units[0]!, word, vocabulary)
  const clips = vocabulary.word(word.base)?.clips
  const term: Term = { typed: typedOf(span.units), information: informationOf(span), variants }
  return variants.length > 0 ? [clips === undefined ? term : { ...term, clips }] : undefined
}

async function latinTerm(span: Span, reading: Reading): Promise<Term> {
  const [unit] = span.units
  const known = reading.vocabulary.word(unit!.surface)
  const completes = reading.isUnfinished(span) && reading.completesAll
  const variants = known ? latinVariants(unit!) : []
  const others = known && !completes ? [] : await unknownVariants(span, reading)
  const term: Term = {
    typed: typedOf(span.units),
    information: informationOf(span),
    variants: [...variants, ...others],
  }
  return known ? { ...term, clips: known.clips } : term
}

/** Units that are one word in another spelling, and also match separately. */
function joinedTerm({ units }: Span, joined: JoinedWords): Term {
  const tokens = units.flatMap(({ token }) => token ?? [])
  return {
    typed: typedOf(units),
    information: 'normal',
    variants: [
      spellingVariant(surfaceOf(units)),
      tokensVariant('inflected', tokens),
      ...meaningsVariants(joined, ['e', 'j']),
    ],
  }
}

/** A thing of the synonym table. */
function conceptTerm({ units }: Span, concept: Concept): Term {
  const tokens = units.flatMap(({ token }) => token ?? [])
  const isSplitKana = units.length > 1 && units.every(isInHiragana)
  const isSure = isSplitKana || livingThing(units[0]!) !== undefined
  const literal = tokens.length > 0 && !isSure ? literalVariants(units, tokens) : []
  return {
    typed: typedOf(units),
    information: informationOf({ units }),
    concept,
    variants: [
      spellingVariant(surfaceOf(units)),
      ...literal,
      ...conceptVariants(concept, languagesOf(units, concept)),
      ...composedVariants(units, concept),
      ...(isRomaji(units, concept) ? japaneseNames(concept) : []),
    ],
  }
}

/**
 * Things that the table knows may be anywhere in a text, but a quality belongs to its thing: the couple of an old town is
 * no old couple. One word is found as a concept, which excludes longer names: a whale shark is no whale. Only a homograph
 * may be another thing, too.
 */
function literalVariants(units: readonly Unit[], tokens: readonly Token[]): Variant[] {
  const isThing = (unit: Unit) => {
    const information = informationOf({ units: [unit] })
    const isTold = information === 'normal' && !isColour(unit.text) && conceptAt([unit], 0) !== undefined
    return isTold || information === 'light'
  }
  const isAnywhere = units.length > 1 ? units.every(isThing) : isHomograph(units[0]!.text)
  return isAnywhere ? [tokensVariant('inflected', tokens)] : ranksOnly(tokens)
}

/** A woman in a kimono is also a clip that has both, by whatever words, since the table calls it a kind of each. */
function composedVariants(units: readonly Unit[], concept: Concept): Variant[] {
  const words = units.filter(({ token }) => token !== undefined)
  const things = words.map((unit) => conceptAt([unit], 0)?.concept)
  if (things.length < 2 || !things.every((thing) => thing && concept.wider.includes(thing))) return []
  const variants = things.map((thing) => conceptVariants(thing!, languagesOf(units, concept)))
  return [
    {
      exactness: 'kind',
      expression: all(variants.map((some) => any(some.flatMap(({ expression }) => expression ?? [])))),
      needles: [],
    },
  ]
}

function ranksOnly(tokens: readonly Token[]): Variant[] {
  return [{ exactness: 'inflected', needles: tokens }]
}

/**
 * The language to search a concept in. A Japanese word in Latin letters is searched as the Japanese one, and English
 * texts may have it.
 */
function languagesOf(units: readonly Unit[], concept: Concept): readonly TextLanguage[] {
  if (units.some(({ word }) => word)) return ['j']
  if (!isRomaji(units, concept)) return ['e']
  return concept.romaji.has(units[0]!.text) ? ['j'] : ['e', 'j']
}

function isRomaji([unit, more]: readonly Unit[], concept: Concept): boolean {
  if (more || unit!.word) return false
  if (concept.romaji.has(unit!.text)) return true
  const sound = soundOfRomaji(unit!.surface)
  return sound !== undefined && conceptsRead(sound).includes(concept)
}

function latinVariants({ surface, token }: Unit): Variant[] {
  return [spellingVariant(surface), tokensVariant('inflected', [token!])]
}

/** Every spelling of a Japanese word in the catalogue; empty if it has none. */
function japaneseVariants({ surface, token }: Unit, word: JapaneseWord, vocabulary: Vocabulary): Variant[] {
  const known = vocabulary.word(word.base)
  // Kana may stand for any kanji with that reading.
  const { words, concepts } = (isKana(word.written) && readPart(word.base, vocabulary)) || NOTHING
  if (!known && words.length + concepts.length === 0) return misspeltVariants(surface, word, vocabulary)
  const others = words.filter((other) => other.word !== word.base)
  return [
    spellingVariant(surface),
    ...(known ? [tokensVariant('inflected', [token!])] : []),
    ...meaningsVariants({ words: others, concepts }),
  ]
}

/** Another spelling of a word that no clip has as typed: 雛まつり is ひな祭り. */
function misspeltVariants(surface: string, word: JapaneseWord, vocabulary: Vocabulary): Variant[] {
  if (!hasKanji(surface) || word.reading === '') return []
  return meaningsVariants(soundingAs(word.base, word.reading, vocabulary))
}
