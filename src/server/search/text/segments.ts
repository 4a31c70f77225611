import { foldKana, foldLatin, normalise } from './fold.ts'
import { PartCache } from './part-cache.ts'
import { stem } from './stem.ts'
import { inTitle, type Token, wordToken } from './tokens.ts'

/**
 * A piece of text that search looks at. A run is unbroken Japanese, in hiragana and kanji; `original` still
 * has its katakana. A word is anything else with letters or digits, and `text` is its stem. A sign is an emoji.
 */
export type Segment = Run | Word | Sign

export interface Run {
  kind: 'run'
  text: string
  original: string
}

export interface Word extends Tokens {
  kind: 'word'
  /** Its own, to be counted by; another after it was forgotten. */
  number: number
  text: string
  surface: string
}

export interface Sign extends Tokens {
  kind: 'sign'
  text: string
}

interface Tokens {
  token: Token
  /** As a word of a title. */
  titleToken: Token
}

const PIECES =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|((?:[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]|['’](?=\p{L}))+)|(\p{Extended_Pictographic})/gv

/** The same for the half of all texts that are plain English, in a third of the time. */
const ASCII = /^[\x20-\x7e\s]*$/

/** Kana, the common kanji and their punctuation, which no normalising changes; the commonest marks between runs. */
const JAPANESE = /^[\u3001-\u3003\u3005\u3007\u300c-\u300f\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]*$/
const JAPANESE_RUNS = /[\u3005\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]+/g

/** Said so often that they part no clip from another. */
const UNSAID = new Set('a an and as at by for from in into is of on or the to with'.split(' '))

/** The pieces of a text in order; punctuation, spaces and the commonest English words are left out. */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = []
  if (ASCII.test(text)) {
    addAsciiWords(segments, text.toLowerCase())
    return segments
  }
  if (JAPANESE.test(text)) {
    for (const run of text.match(JAPANESE_RUNS) ?? [])
      segments.push({ kind: 'run', text: foldKana(run), original: run })
    return segments
  }
  for (const [, run, word, sign] of normalise(text).matchAll(PIECES)) {
    if (run) segments.push({ kind: 'run', text: foldKana(run), original: run })
    else if (word) addWord(segments, word, 0, word.length)
    else if (sign) segments.push({ kind: 'sign', text: sign, ...tokensOf(sign) })
  }
  return segments
}

/** Words of printable ASCII in small letters, with the apostrophes before letters. */
function addAsciiWords(segments: Segment[], text: string): void {
  let from = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const inWord = isAsciiWord(code) || (code === APOSTROPHE && isAsciiLetter(text.charCodeAt(at + 1)))
    if (inWord && from < 0) from = at
    if (inWord || from < 0) continue
    addWord(segments, text, from, at)
    from = -1
  }
  if (from >= 0) addWord(segments, text, from, text.length)
}

const APOSTROPHE = 0x27
const isAsciiLetter = (code: number) => code >= 0x61 && code <= 0x7a
const isAsciiWord = (code: number) => isAsciiLetter(code) || (code >= 0x30 && code <= 0x39)

/** A catalogue says the same words again and again; null for those that are left out. */
const known = new PartCache(readWord)
let wordsRead = 0

function addWord(segments: Segment[], text: string, from: number, to: number): void {
  const word = known.get(text, from, to)
  if (word) segments.push(word)
}

/** One word for all that are folded to it, so that it is counted by one number. */
function readWord(word: string): Word | null {
  const surface = foldLatin(word)
  if (surface !== word) return known.get(surface, 0, surface.length)
  if (surface === '' || UNSAID.has(surface)) return null
  const text = stem(surface)
  return { kind: 'word', number: wordsRead++, text, surface, ...tokensOf(text) }
}

function tokensOf(text: string): Tokens {
  const token = wordToken(text)
  return { token, titleToken: inTitle(token) }
}

/** A text as scoring reads it: its pieces with one space between them and around them. */
export function foldedText(segments: readonly Segment[]): string {
  return ` ${segments.map(({ text }) => text).join(' ')} `
}
