import { readWords } from '#server/search/data/read-data.ts'
import { cut, inPieces, LONGEST } from './cut.ts'
import { stem } from './english/stem.ts'
import { foldKana, foldLatin, normalise } from './fold.ts'
import { foldKanji } from './japanese/kanji.ts'
import { memoize } from './memoize.ts'
import { type Token, wordToken } from './tokens.ts'

/**
 * A piece of text that search reads. A run is unbroken Japanese, in hiragana and kanji; `original` has its katakana,
 * and kanji in their modern forms. A word is anything else with letters or digits, and `text` is its stem. A sign is an
 * emoji. No piece is longer than the index takes: a longer run is several, and a longer word is cut.
 */
export type Segment = Run | Word | Sign

export interface Run {
  kind: 'run'
  text: string
  original: string
}

export interface Word {
  kind: 'word'
  token: Token
  text: string
  surface: string
}

export interface Sign {
  kind: 'sign'
  token: Token
  text: string
}

const PIECES =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|((?:[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]|['’](?=\p{L}))+)|(\p{Extended_Pictographic})/gv

const STOP_WORDS = new Set(readWords('english/stop-words.txt'))

/** Stop words that tell something: IT in capitals or beside Japanese, and from above. Kept by a letter of their own. */
const TOLD = /\b(?:IT\b(?!['’])|[Ii]t(?=[ぁ-鿿])|[Ff]rom(?=[ -][Aa]bove\b))|(?<=[ぁ-鿿])[Ii]t\b/g
const TELLING = new Map<string, Word>([
  ['ıt', { kind: 'word', text: 'ict', surface: 'it', token: wordToken('ict') }],
  ['ƒrom', { kind: 'word', text: 'from', surface: 'from', token: wordToken('from') }],
])
const told = (word: string) => (word.length === 2 ? 'ıt' : 'ƒrom')

/** The pieces of a text in order, without punctuation, spaces and other stop words. */
export function segmentsOf(written: string): Segment[] {
  const text = written.normalize('NFKC').replace(TOLD, told)
  const read = inKanji(withoutCommas(normalise(text)))
  return [...read.matchAll(PIECES)].flatMap(([, run, word, sign]): Segment | Segment[] => {
    if (run) return runsOf(run)
    if (word) return readWord(cut(word, LONGEST.word)) ?? []
    return { kind: 'sign', text: sign!, token: wordToken(sign!) }
  })
}

function runsOf(run: string): Run[] {
  return inPieces(foldKanji(run), LONGEST.run).map((original) => ({
    kind: 'run',
    text: foldKana(original),
    original,
  }))
}

/** Null for stop words. Words that fold to the same are the same object. */
const readWord = memoize((word: string): Word | null => {
  const telling = TELLING.get(word)
  if (telling) return telling
  const surface = foldLatin(word)
  if (surface !== word) return readWord(surface)
  if (surface === '' || STOP_WORDS.has(surface)) return null
  const text = stem(surface)
  return { kind: 'word', text, surface, token: wordToken(text) }
})

/** Joins the thousands of a number: 1,000 is 1000. */
function withoutCommas(text: string): string {
  return text.includes(',') ? text.replace(THOUSANDS, (number) => number.replaceAll(',', '')) : text
}

const THOUSANDS = /(?<![\d,.])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g

/** Small numbers before a counter as Japanese writes them in words: 12月 is 十二月, 2人 二人. */
function inKanji(text: string): string {
  return text.replace(COUNTED, (digits) => {
    const [ones, tens] = [Number(digits) % 10, Math.floor(Number(digits) / 10)]
    return `${tens > 1 ? NUMERALS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? NUMERALS[ones] : ''}`
  })
}

const COUNTERS = '[月代人歳才年時階日名匹頭羽台本枚個杯回世泊分秒]'
const COUNTED = new RegExp(`(?<![\\p{Script=Latin}\\d.])[1-9]\\d?(?=${COUNTERS})`, 'gu')
const NUMERALS = '〇一二三四五六七八九'

const COUNTED_IN_KANJI = new RegExp(`(?<![百千万〇])[一二三四五六七八九十]+(?=${COUNTERS})`, 'g')
const DIGITS = new Map(Array.from({ length: 99 }, (_, at) => [inKanji(`${at + 1}月`), `${at + 1}`]))

/** How people may write the same: 12月 for 十二月. */
export function inDigits(text: string): string {
  return text.replace(COUNTED_IN_KANJI, (kanji) => DIGITS.get(`${kanji}月`) ?? kanji)
}

/** A text as scoring reads it: its pieces, with one space around each. */
export function foldedText(segments: readonly Segment[]): string {
  return ` ${segments.map(({ text }) => text).join(' ')} `
}
