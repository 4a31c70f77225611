import type { Db } from '#server/db/schema.ts'
import { readWords } from '#server/search/data/read-data.ts'
import { readRanks } from '#server/search/query/read-ranks.ts'
import { anyClipWith } from '#server/search/query/search-plan.ts'
import { phrase } from '#server/search/text/expression.ts'
import { analyse } from '#server/search/text/japanese/analyse.ts'
import { editDistanceOf } from '#server/search/text/japanese/edits.ts'
import { soundOf, strictSoundOf } from '#server/search/text/japanese/sound.ts'
import { hasKanji } from '#server/search/text/scripts.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { conceptsRead, conceptWritten, synonyms } from '#server/search/text/synonyms.ts'
import { runTokens } from '#server/search/text/tokens.ts'
import { readingOf, type Unit, unitsOf } from '#server/search/text/units.ts'
import { wordsNear } from './corrections.ts'
import { textOf } from './spans.ts'
import { lookUp, noLookups } from './vocabulary.ts'

/** Most corrections of a text. */
const MOST_WORDS = 3
/** From this many kanji on, one of them may be any other. */
const SHORTEST_WITH_ANY = 3

/** A run of kanji that can be one word: 紅様 for 紅葉, 自動反売機 for 自動販売機. */
const ONE_WORD = /^\p{Script=Han}{2,8}$/u

/**
 * Possible meanings of an unknown kanji text with wrong conversions (新幹腺, 雲界), the likeliest first. The caller checks
 * whether clips match these.
 */
export async function correctedWord(db: Db, text: string): Promise<string[]> {
  if (!ONE_WORD.test(text) || conceptWritten(text)) return []
  const segments = segmentsOf(text)
  const [run] = segments
  if (run?.kind !== 'run') return []
  const literal = anyClipWith(phrase(runTokens(run.text)))
  if ((await readRanks(db, literal, 1)).length > 0) return []
  const units = unitsOf(segments, await analyse(segments))
  // A word of the dictionary means no homophone: an effect (効果) is no coin (硬貨).
  if (units.length === 1 && !units[0]!.word!.unknown) return []
  return wordsMeant(db, units)
}

async function wordsMeant(db: Db, part: readonly Unit[]): Promise<string[]> {
  const text = textOf(part)
  const isWord = conceptWritten(text) !== undefined || isInflected(part)
  const words = [
    ...(await readAlike(db, readingOf(part))),
    // Replacing a kanji makes another word, not a correction: 大学生, 小学生.
    ...(isWord
      ? []
      : text.length < SHORTEST_WITH_ANY
        ? await writtenAlike(db, text)
        : await nearlyWritten(db, text)),
  ]
  return [...new Set(words)].filter((word) => word !== text).slice(0, MOST_WORDS)
}

/** A dictionary word of kanji and kana: nobody takes 帰り for 祈り. */
function isInflected([unit, ...others]: readonly Unit[]): boolean {
  return others.length === 0 && readingOf([unit!]) !== '' && /[ぁ-ゖ]/.test(unit!.surface)
}

/** Kanji words with the same reading. */
async function readAlike(db: Db, reading: string): Promise<string[]> {
  if (reading.length < 2) return []
  const sound = soundOf(reading)
  const strict = strictSoundOf(reading)
  const vocabulary = await lookUp(db, { ...noLookups(), sounds: new Set([sound]) })
  const words = vocabulary.bySound(sound).filter((row) => strictSoundOf(row.reading) === strict)
  const concepts = conceptsRead(sound).filter(({ readings }) =>
    readings.some((read) => strictSoundOf(read) === strict),
  )
  return [...words.map(({ word }) => word), ...concepts.flatMap(({ names }) => names.find(hasKanji) ?? [])]
}

/** Words with one of two characters confused with another. */
async function writtenAlike(db: Db, text: string): Promise<string[]> {
  const characters = [...text]
  if (characters.length !== 2) return []
  const words = characters.flatMap((character, at) =>
    [...kanjiTakenFor(character)].map((other) => characters.with(at, other).join('')),
  )
  const vocabulary = await lookUp(db, { ...noLookups(), words: new Set(words) })
  const clips = (word: string) => vocabulary.word(word)?.clips ?? (conceptWritten(word) ? 0 : -1)
  return words.filter((word) => clips(word) >= 0).sort((a, b) => clips(b) - clips(a))
}

/** Words with one other kana, or one kanji often confused with it; of three kanji it may be any. */
async function nearlyWritten(db: Db, text: string): Promise<string[]> {
  const known = (await wordsNear(db, text, 1)).map(({ word }) => word)
  const written = synonyms().flatMap(({ ja = [] }) =>
    ja.filter((word) => word[0] === text[0] || word.at(-1) === text.at(-1)),
  )
  const words = [...new Set([...known, ...written])].filter((word) => editDistanceOf(text, word, 1) === 1)
  const isAny = kanjiIn(text).length >= SHORTEST_WITH_ANY || text.length > SHORTEST_WITH_ANY
  return words
    .filter((word) => isLikely(text, word) || (isAny && word.length === text.length))
    .sort((a, b) => Number(isLikely(text, b)) - Number(isLikely(text, a)))
}

/** Whether they differ only in kana, or in kanji that are often confused. */
function isLikely(text: string, word: string): boolean {
  const [typed, meant] = [kanjiIn(text), kanjiIn(word)]
  return (
    typed.length === meant.length &&
    typed.every((kanji, at) => kanji === meant[at] || kanjiTakenFor(kanji).has(meant[at]!))
  )
}

const kanjiIn = (text: string): string[] => text.match(/\p{Script=Han}/gu) ?? []

const FAMILIES = [
  ...readWords('japanese/kanji-read-alike.txt'),
  ...readWords('japanese/kanji-look-alike.txt'),
]

/** The characters often confused with this one: similar shapes and choices of an input method. */
function kanjiTakenFor(character: string): Set<string> {
  const all = FAMILIES.filter((family) => family.includes(character))
  const others = new Set(all.join(''))
  others.delete(character)
  return others
}
