import { stem } from './english/stem.ts'
import { foldKana, foldLatin, normalise } from './fold.ts'
import { memoize } from './memoize.ts'
import { inTitle, type Token, wordToken } from './tokens.ts'

/**
 * A piece of text that search reads. A run is unbroken Japanese, in hiragana and kanji; `original` has its katakana. A
 * word is anything else with letters or digits, and `text` is its stem. A sign is an emoji.
 */
export type Segment = Run | Word | Sign

export interface Run {
  kind: 'run'
  text: string
  original: string
}

export interface Word extends Tokens {
  kind: 'word'
  text: string
  surface: string
}

export interface Sign extends Tokens {
  kind: 'sign'
  text: string
}

interface Tokens {
  token: Token
  /** The same in a title. */
  titleToken: Token
}

const PIECES =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|((?:[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]|['’](?=\p{L}))+)|(\p{Extended_Pictographic})/gv

/** Plain English, half of all texts, is read in a third of the time. */
const ASCII = /^[\x20-\x7e\s]*$/
const ASCII_WORDS = /(?:[a-z0-9]|'(?=[a-z]))+/g

/** Kana, the common kanji and their punctuation, which normalising does not change; the commonest marks between runs. */
const JAPANESE = /^[\u3001-\u3003\u3005\u3007\u300c-\u300f\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]*$/
const JAPANESE_RUNS = /[\u3005\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]+/g

/** Too common to tell clips apart. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be but by for from has have in into is it its of on or so than that the their then there ' +
    'these they this those to was were which who whose will with you your'
  ).split(' '),
)

/** The pieces of a text in order, without punctuation, spaces and stop words. */
export function segmentsOf(text: string): Segment[] {
  if (ASCII.test(text)) return wordsOf(text.toLowerCase().match(ASCII_WORDS) ?? [])
  if (JAPANESE.test(text)) return (text.match(JAPANESE_RUNS) ?? []).map(runOf)
  return [...normalise(text).matchAll(PIECES)].flatMap(([, run, word, sign]): Segment[] => {
    if (run) return [runOf(run)]
    if (word) return wordsOf([word])
    return [{ kind: 'sign', text: sign!, ...tokensOf(sign!) }]
  })
}

const runOf = (run: string): Run => ({ kind: 'run', text: foldKana(run), original: run })

function wordsOf(texts: readonly string[]): Word[] {
  const words: Word[] = []
  for (const text of texts) {
    const word = readWord(text)
    if (word) words.push(word)
  }
  return words
}

/** Null for what is left out. Words that fold to the same are the same object. */
const readWord = memoize((word: string): Word | null => {
  const surface = foldLatin(word)
  if (surface !== word) return readWord(surface)
  if (surface === '' || STOP_WORDS.has(surface)) return null
  const text = stem(surface)
  return { kind: 'word', text, surface, ...tokensOf(text) }
})

function tokensOf(text: string): Tokens {
  const token = wordToken(text)
  return { token, titleToken: inTitle(token) }
}

/** A text as scoring reads it: its pieces with one space between them and around them. */
export function foldedText(segments: readonly Segment[]): string {
  return ` ${segments.map(({ text }) => text).join(' ')} `
}
