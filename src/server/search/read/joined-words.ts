import { soundOfRomaji } from '#server/search/text/japanese/romaji.ts'
import { skeletonOf } from '#server/search/text/japanese/skeleton.ts'
import { soundOf, strictSoundOf, voiced } from '#server/search/text/japanese/sound.ts'
import { conceptsRead, conceptWritten } from '#server/search/text/synonyms.ts'
import { readingOf, type Unit } from '#server/search/text/units.ts'
import { NOTHING } from './kana-words.ts'
import type { Lookups, Meanings, Vocabulary } from './vocabulary.ts'

/** Words and concepts that several units of a query write in another spelling, up to the unit before `to`. */
export interface JoinedWords extends Meanings {
  to: number
}

/** Units that may be one word. */
const MOST_UNITS = 4
/** Shorter readings have too many homophones, even with a kanji in common. */
const SHORTEST_READING = 3
/** From this length on, words that differ only in the length of vowels are the same, if their kana can be misspelt. */
const SHORTEST_LOOSE = 4

/** Adds the look-ups that tell whether the units from here are one word. */
export function noteJoined(
  units: readonly Unit[],
  from: number,
  { words, sounds, skeletons }: Lookups,
): void {
  for (const part of partsFrom(units, from)) {
    if (part.skeleton !== undefined) skeletons.add(part.skeleton)
    for (const reading of part.readings) sounds.add(soundOf(reading))
    if (part.latin === undefined) continue
    words.add(part.latin)
    const sound = soundOfRomaji(part.latin)
    if (sound !== undefined) sounds.add(sound)
  }
}

/** The longest units from here that are one word in another spelling. */
export function joinedWordsAt(
  units: readonly Unit[],
  from: number,
  vocabulary: Vocabulary,
): JoinedWords | undefined {
  for (const part of partsFrom(units, from).toReversed()) {
    const found = part.latin === undefined ? japaneseJoined(part, vocabulary) : latinJoined(part, vocabulary)
    if (found.words.length + found.concepts.length > 0) return { to: part.to, ...found }
  }
  return undefined
}

interface Part {
  to: number
  /** The units without spaces. */
  text: string
  /** Possible readings of the units together. */
  readings: readonly string[]
  skeleton?: string
  latin?: string
  units: readonly Unit[]
}

function partsFrom(units: readonly Unit[], from: number): Part[] {
  const parts: Part[] = []
  if (!units[from]!.word) return latinPartsFrom(units, from)
  for (let to = from + 2; to <= Math.min(units.length, from + MOST_UNITS) && units[to - 1]!.joined; to++)
    parts.push(japanesePart(units.slice(from, to), to))
  // Function words alone are no word: の上 of 海の上.
  return parts.filter((part) => part.units.some(({ token }) => token !== undefined))
}

function japanesePart(units: readonly Unit[], to: number): Part {
  const text = units.map(({ surface }) => surface).join('')
  const skeleton = skeletonOf(text)
  const readings = readingsOf(units)
  return { to, text, readings, units, ...(skeleton === undefined ? {} : { skeleton }) }
}

/** As its words are read, also with the last one voiced: いけ and 花 are いけばな. */
function readingsOf(units: readonly Unit[]): string[] {
  const [first, last] = [readingOf(units.slice(0, -1)), readingOf(units.slice(-1))]
  if (first === '' || last === '' || first.length + last.length < SHORTEST_READING) return []
  return [...new Set([first + last, first + voiced(last)])]
}

/** "time lapse" for "timelapse", and romaji with spaces. */
function latinPartsFrom(units: readonly Unit[], from: number): Part[] {
  const pair = units.slice(from, from + 2)
  if (pair.length < 2 || pair.some(({ word }) => word)) return []
  const text = pair.map(({ surface }) => surface).join('')
  return [{ to: from + 2, text, latin: text, readings: [], units: pair }]
}

function japaneseJoined({ text, readings, skeleton }: Part, vocabulary: Vocabulary): Meanings {
  const concept = skeleton === undefined ? undefined : conceptWritten(skeleton)
  const alike =
    skeleton === undefined ? [] : vocabulary.bySkeleton(skeleton).filter(({ word }) => word !== text)
  if (concept || alike.length > 0) return { words: alike, concepts: concept ? [concept] : [] }
  const found = readings.map((reading) => soundingAs(text, reading, vocabulary))
  return { words: found.flatMap(({ words }) => words), concepts: found.flatMap(({ concepts }) => concepts) }
}

/** Words and concepts that sound like this text and share a kanji with it: 雪おろし is 雪下ろし. */
export function soundingAs(text: string, reading: string, vocabulary: Vocabulary): Meanings {
  const [sound, strict] = [soundOf(reading), strictSoundOf(reading)]
  const isLoose = sound.length >= SHORTEST_LOOSE && HAS_KANA.test(text)
  const isAlike = (other: string) => isLoose || strictSoundOf(other) === strict
  return {
    words: vocabulary
      .bySound(sound)
      .filter((row) => row.word !== text && isAlike(row.reading) && sharesKanji(row.word, text)),
    concepts: conceptsRead(sound).filter(
      (concept) =>
        concept.readings.some((read) => soundOf(read) === sound && isAlike(read)) &&
        concept.names.some((name) => sharesKanji(name, text)),
    ),
  }
}

const HAS_KANA = /[ぁ-ゖァ-ヺー]/

/** Allows one wrong choice of an input method: 大阪条 is 大阪城. A text in kana shares no kanji and needs none. */
function sharesKanji(a: string, b: string): boolean {
  const kanji = b.match(HAN)
  return kanji === null || kanji.some((character) => a.includes(character))
}

const HAN = /\p{Script=Han}/gu

function latinJoined({ latin, units }: Part, vocabulary: Vocabulary): Meanings {
  const word = vocabulary.word(latin!)
  const isUnknown = units.some(({ surface }) => !vocabulary.word(surface))
  if (!word && !isUnknown) return NOTHING
  const sound = soundOfRomaji(latin!)
  return {
    words: word ? [word] : sound === undefined ? [] : vocabulary.bySound(sound),
    concepts: sound === undefined || word ? [] : conceptsRead(sound),
  }
}
