import type { Db } from '#server/db/schema.ts'
import { foldKana } from '#server/search/text/fold.ts'
import { soundOfRomaji, strictSoundOfRomaji } from '#server/search/text/japanese/romaji.ts'
import { strictSoundOf } from '#server/search/text/japanese/sound.ts'
import { hasJapanese } from '#server/search/text/scripts.ts'
import { type Concept, conceptsRead, conceptWritten } from '#server/search/text/synonyms.ts'
import { conceptVariants, tokensVariant, type Variant } from './term.ts'
import { type KnownWord, lookUp, noLookups, tokenOf } from './vocabulary.ts'

/** The typed word in another spelling of the catalogue. */
function wordVariant(word: KnownWord): Variant {
  return { ...tokensVariant('inflected', [tokenOf(word)]), shown: [word.word] }
}

/** The Japanese word that romaji spells goes before its synonyms. */
export function japaneseNames({ names }: Concept): Variant[] {
  return names.filter(hasJapanese).map((name) => ({ exactness: 'inflected', needles: [foldKana(name)] }))
}

/** Romaji does not tell long vowels from short ones; shorter words would match anything. */
const SHORTEST_LOOSE = 3

/** The meanings of a Latin word as romaji, in any system. */
export async function romajiVariants(db: Db, surface: string): Promise<Variant[]> {
  const sound = soundOfRomaji(surface)
  if (!sound) return []
  const strict = strictSoundOfRomaji(surface)
  const isExact = (reading: string) => strictSoundOf(reading) === strict
  const concepts = conceptsRead(sound)
  const exact = concepts.filter(({ readings }) => readings.some(isExact))
  // The table decides between homophones: yuki is 雪 rather than 勇気.
  if (concepts.length > 0) return (exact.length > 0 ? exact : concepts).flatMap(conceptInRomaji)
  const words = (await lookUp(db, { ...noLookups(), sounds: new Set([sound]) })).bySound(sound)
  const read = words.filter(({ reading }) => isExact(reading))
  if (read.length > 0) return read.flatMap(wordOrThing)
  return sound.length < SHORTEST_LOOSE ? [] : words.flatMap(wordOrThing)
}

function conceptInRomaji(concept: Concept): Variant[] {
  return [...conceptVariants(concept, ['j']), ...japaneseNames(concept)]
}

/** A word of the catalogue, and its concept in the table. */
export function wordOrThing(word: KnownWord): Variant[] {
  const concept = conceptWritten(word.word)
  return [wordVariant(word), ...(concept ? conceptVariants(concept, ['j']) : [])]
}
