import { soundOfRomaji } from '#server/search/text/japanese/romaji.ts'
import { skeletonOf } from '#server/search/text/japanese/skeleton.ts'
import { soundOf, strictSoundOf } from '#server/search/text/japanese/sound.ts'
import { type Concept, conceptsRead, conceptWritten } from '#server/search/text/synonyms.ts'
import type { Unit } from '#server/search/text/units.ts'
import type { KnownWord, Lookups, Vocabulary } from './vocabulary.ts'

/** Words and concepts that several units of a query are in another spelling, up to the unit before `to`. */
export interface JoinedWords {
  to: number
  words: readonly KnownWord[]
  concepts: readonly Concept[]
}

/** Units that may be one word. */
const MOST_UNITS = 4
/** Shorter readings have too many homophones. */
const SHORTEST_READING = 4

/** Adds what tells whether units from here on are one word. */
export function noteJoined(
  units: readonly Unit[],
  from: number,
  { words, sounds, skeletons }: Lookups,
): void {
  for (const part of partsFrom(units, from)) {
    if (part.skeleton !== undefined) skeletons.add(part.skeleton)
    if (part.sound !== undefined) sounds.add(part.sound)
    if (part.latin !== undefined) words.add(part.latin)
  }
}

/** The longest units from here on that are one word in another spelling. */
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
  /** Units without spaces. */
  text: string
  reading: string
  skeleton?: string
  sound?: string
  latin?: string
  /** Whether the catalogue lacks one of the units, as far as its words are known. */
  units: readonly Unit[]
}

function partsFrom(units: readonly Unit[], from: number): Part[] {
  const parts: Part[] = []
  if (!units[from]!.word) return latinPartsFrom(units, from)
  for (let to = from + 2; to <= Math.min(units.length, from + MOST_UNITS) && units[to - 1]!.joined; to++)
    parts.push(japanesePart(units.slice(from, to), to))
  return parts
}

function japanesePart(units: readonly Unit[], to: number): Part {
  const text = units.map(({ surface }) => surface).join('')
  const readings = units.map(({ word, surface }) => (word!.base === surface ? word!.reading : ''))
  const reading = readings.includes('') ? '' : readings.join('')
  const skeleton = skeletonOf(text)
  return {
    to,
    text,
    reading,
    units,
    ...(skeleton === undefined ? {} : { skeleton }),
    ...(reading.length >= SHORTEST_READING ? { sound: soundOf(reading) } : {}),
  }
}

/** "time lapse" for "timelapse", and romaji with spaces. */
function latinPartsFrom(units: readonly Unit[], from: number): Part[] {
  const pair = units.slice(from, from + 2)
  if (pair.length < 2 || pair.some(({ word }) => word)) return []
  const text = pair.map(({ surface }) => surface).join('')
  const sound = soundOfRomaji(text)
  return [
    { to: from + 2, text, latin: text, reading: '', units: pair, ...(sound === undefined ? {} : { sound }) },
  ]
}

type Found = Pick<JoinedWords, 'words' | 'concepts'>

function japaneseJoined({ text, reading, skeleton, sound }: Part, vocabulary: Vocabulary): Found {
  const concept = skeleton === undefined ? undefined : conceptWritten(skeleton)
  const alike =
    skeleton === undefined ? [] : vocabulary.bySkeleton(skeleton).filter(({ word }) => word !== text)
  if (concept || alike.length > 0) return { words: alike, concepts: concept ? [concept] : [] }
  if (sound === undefined) return NOTHING
  const strict = strictSoundOf(reading)
  return {
    words: vocabulary
      .bySound(sound)
      .filter(
        (row) => row.word !== text && strictSoundOf(row.reading) === strict && sharesKanji(row.word, text),
      ),
    concepts: conceptsRead(sound).filter(
      ({ readings, names }) =>
        readings.some((read) => strictSoundOf(read) === strict) &&
        names.some((name) => sharesKanji(name, text)),
    ),
  }
}

/** One wrong choice of an input method: 大阪条 is 大阪城. A text in kana shares none and needs none. */
function sharesKanji(a: string, b: string): boolean {
  const kanji = b.match(HAN)
  return kanji === null || kanji.some((character) => a.includes(character))
}

const HAN = /\p{Script=Han}/gu

function latinJoined({ latin, sound, units }: Part, vocabulary: Vocabulary): Found {
  const word = vocabulary.word(latin!)
  const isUnknown = units.some(({ surface }) => !vocabulary.word(surface))
  if (!word && !isUnknown) return NOTHING
  return {
    words: word ? [word] : sound === undefined ? [] : vocabulary.bySound(sound),
    concepts: sound === undefined || word ? [] : conceptsRead(sound),
  }
}

const NOTHING: Found = { words: [], concepts: [] }
