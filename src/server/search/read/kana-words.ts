import { readWords } from '#server/search/data/read-data.ts'
import { soundOf, strictSoundOf, unvoiced } from '#server/search/text/japanese/sound.ts'
import { conceptsRead } from '#server/search/text/synonyms.ts'
import type { Meanings, Vocabulary } from './vocabulary.ts'

/** A part of hiragana, and what it can mean. */
export interface KanaWord extends Meanings {
  kana: string
}

const LONGEST_WORD = 12
/** Allowed between words, without a meaning. */
const PARTICLES = new Set(readWords('japanese/particles.txt'))
/** Cost of a part: fewer and longer words are better, and so are exact sounds. */
const COSTS = { word: 1, loose: 0.4, short: 0.8, particle: 0.6 }

/** The loose keys of all parts that can be words. */
export function soundsIn(kana: string): string[] {
  return partsOf(kana).flatMap(({ text, from }) =>
    from === 0 || unvoiced(text) === text ? soundOf(text) : [soundOf(text), soundOf(unvoiced(text))],
  )
}

/** Splits hiragana into words of the catalogue and the synonym table; undefined if anything is left over. */
export function kanaWords(kana: string, vocabulary: Vocabulary): KanaWord[] | undefined {
  const best: ({ cost: number; words: KanaWord[] } | undefined)[] = [{ cost: 0, words: [] }]
  const parts = partsOf(kana)
  for (let from = 0; from < kana.length; from++) {
    const before = best[from]
    if (!before) continue
    for (const { text } of parts.filter((part) => part.from === from)) {
      const read = readPart(text, vocabulary) ?? (from > 0 ? readVoiced(text, vocabulary) : undefined)
      const isParticle = PARTICLES.has(text)
      if (!read && !isParticle) continue
      const cost = before.cost + (read ? costOf(read) : COSTS.particle)
      const to = from + text.length
      if (best[to] && best[to].cost <= cost) continue
      best[to] = { cost, words: read ? [...before.words, read] : before.words }
    }
  }
  const whole = best[kana.length]
  return whole && whole.words.length > 0 ? whole.words : undefined
}

function partsOf(kana: string): { text: string; from: number }[] {
  const parts: { text: string; from: number }[] = []
  for (let from = 0; from < kana.length; from++)
    for (let to = from + 1; to <= Math.min(kana.length, from + LONGEST_WORD); to++)
      parts.push({ text: kana.slice(from, to), from })
  return parts
}

/** ばたけ of ひまわりばたけ is はたけ. */
function readVoiced(kana: string, vocabulary: Vocabulary): KanaWord | undefined {
  const plain = unvoiced(kana)
  return plain === kana || kana.length < SHORTEST_LOOSE ? undefined : readPart(plain, vocabulary)
}

/** Short words that sound almost alike are different words: ビル and ビール. */
const SHORTEST_LOOSE = 3

/** Meanings of kana. */
export function readPart(kana: string, vocabulary: Vocabulary): KanaWord | undefined {
  if (kana.length < 2) return undefined
  const read = readSound({ sound: soundOf(kana), strict: strictSoundOf(kana) }, vocabulary)
  return read.words.length + read.concepts.length > 0 ? { kana, ...read } : undefined
}

/** What has exactly this sound, else almost. The table decides between homophones: yuki is 雪 rather than 勇気. */
export function readSound({ sound, strict, isRomaji = false }: Sound, vocabulary: Vocabulary): Meanings {
  const isExact = (reading: string) => strictSoundOf(reading) === strict
  const concepts = conceptsRead(sound)
  const exact = concepts.filter(({ readings }) => readings.some(isExact))
  if (exact.length > 0) return { words: [], concepts: exact }
  if (isRomaji && concepts.length > 0) return { words: [], concepts }
  const words = vocabulary.bySound(sound)
  const exactWords = words.filter(({ reading }) => isExact(reading))
  if (exactWords.length > 0) return { words: exactWords, concepts: [] }
  return sound.length < SHORTEST_LOOSE ? NOTHING : { words, concepts }
}

/** The loose and the exact sound of a reading (soundOf, strictSoundOf). */
interface Sound {
  sound: string
  strict: string
  /** Romaji often leaves out that a vowel is long: kohi is コーヒー. */
  isRomaji?: boolean
}

export const NOTHING: Meanings = { words: [], concepts: [] }

function costOf({ kana, words, concepts }: KanaWord): number {
  const strict = strictSoundOf(kana)
  const isExact =
    words.some(({ reading }) => strictSoundOf(reading) === strict) ||
    concepts.some(({ readings }) => readings.some((reading) => strictSoundOf(reading) === strict))
  return COSTS.word + (isExact ? 0 : COSTS.loose) + (kana.length < 3 ? COSTS.short : 0)
}
