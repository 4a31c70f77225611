import { titleOf } from '#server/search/index/clip-words.ts'
import { wordsOfRun } from '#server/search/text/japanese/dictionary.ts'
import { foldKanji } from '#server/search/text/japanese/kanji.ts'
import { writeRun } from '#server/search/text/japanese/words.ts'
import { memoize } from '#server/search/text/memoize.ts'
import { chance, zipf } from './chance.ts'
import THINGS from './things.json' with { type: 'json' }

/** Texts of a generated clip. */
export interface ClipTexts {
  title: string
  title_ja: string
  description: string
  description_ja: string
  keywords: string[]
  keywords_ja: string[]
  /** Its Japanese words, as the index stores them: analysing a million clips would take an hour. */
  words: string
}

const WORD_COUNT = 30_000
const COMPOUND_COUNT = 30_000
const SYLLABLES = 'ka ri mo ta sen du vel no shi bra lo pe gu zan ith or ma fel tu wex'.split(' ')
const LINKS = ['in', 'by', 'over', 'under', 'near', 'with', 'before', 'beyond']
const KANA = [...'かきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん']
const PARTICLES = ['の', 'と', 'に', 'で', 'へ']

const WORDS = Array.from({ length: WORD_COUNT }, (_, n) => generateWord(n))
const COMPOUNDS = Array.from({ length: COMPOUND_COUNT }, (_, n) => generateCompound(n))

/** How each compound is read. */
const READINGS = new Map(COMPOUNDS.map((compound, n) => [compound, generateReading(n)]))

const thingAt = zipf(THINGS.length)
const wordAt = zipf(WORD_COUNT)
const compoundAt = zipf(COMPOUND_COUNT)

/** Texts of clip `number`, the same each time and whatever the thesaurus knows: a few common things and rare words, as in real catalogues. */
export function clipTexts(number: number): ClipTexts {
  const next = chance(number * 2_654_435_761)
  const thing = () => THINGS[thingAt(next())]!
  const word = () => WORDS[wordAt(next())]!
  const compound = () => COMPOUNDS[compoundAt(next())]!
  const pick = (list: readonly string[]) => list[Math.floor(next() * list.length)]!
  const [a, b, c, d] = [thing(), thing(), thing(), thing()]
  const [rare, rareToo] = [word(), word()]
  const [kanji, kanjiToo] = [compound(), compound()]
  const others = [thing(), thing(), thing()]
  const title = [kanji, pick(PARTICLES), a.ja, pick(PARTICLES), b.ja]
  const described = [
    [kanjiToo, pick(PARTICLES), a.ja, 'が静かに', compound(), 'を包み'],
    [c.ja, pick(PARTICLES), b.ja, 'が見えます'],
    [compound(), 'の', d.ja, 'と', others[0]!.ja, 'に合う映像です'],
  ]
  const [first, second, third] = described.map((run) => run.join(''))
  const keywords_ja = distinct([a, b, c, d, ...others].map(({ ja }) => ja).concat(kanji))
  return {
    title: `${rare} ${a.en} ${pick(LINKS)} ${b.en}`,
    title_ja: title.join(''),
    description: `A ${word()} ${a.en} and its ${c.en} ${pick(LINKS)} the ${b.en}. ${rareToo} ${word()} light falls on ${d.en}, ${word()} and slow, ${pick(LINKS)} ${others[0]!.en} for ${word()} films.`,
    description_ja: `${first}、${second}。${third}。`,
    keywords: distinct([a, b, c, d, ...others].map(({ en }) => en).concat(rare)),
    keywords_ja,
    words: storedWords([title, ...keywords_ja.map((word) => [word])]),
  }
}

/** As clip-words.ts stores them. */
function storedWords(runs: readonly string[][]): string {
  const lines = new Map(runs.map((parts) => [foldKanji(parts.join('')), lineOf(parts)]))
  return [titleOf(new Set(lines.keys())), ...lines.values()].join('\n')
}

/** A run of Japanese, from parts that are words. */
function lineOf(parts: readonly string[]): string {
  return parts.map((part) => wordsOf(part)).join(' ')
}

const wordsOf = memoize((part) => {
  const [written, reading] = [foldKanji(part), READINGS.get(part)]
  return writeRun(
    reading === undefined
      ? wordsOfRun(written)
      : [{ written, surface: written, base: written, reading, kind: 'noun' }],
  )
})

function generateWord(number: number): string {
  const next = chance(number + 7)
  const syllables = Array.from(
    { length: 2 + Math.floor(next() * 2) },
    () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]!,
  )
  return `${syllables.join('')}${number.toString(36).replace(/\d/g, '')}`
}

/** Two or three of 1,500 common characters. */
function generateCompound(number: number): string {
  const next = chance(number + 70_007)
  const length = next() < 0.8 ? 2 : 3
  return Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(next() ** 2 * 1500) * 13)).join(
    '',
  )
}

function generateReading(number: number): string {
  const next = chance(number + 300_007)
  return Array.from(
    { length: 3 + Math.floor(next() * 3) },
    () => KANA[Math.floor(next() * KANA.length)],
  ).join('')
}

function distinct(list: readonly string[]): string[] {
  return [...new Set(list)]
}
