import type { Segment } from './segments.ts'

/**
 * Tokens are ASCII letters and digits, so that neither engine folds, splits or reads them as an operator. The first
 * letter says what they are: `w` Latin word, `j` two Japanese characters, `u` one, `x` anything else; the same after
 * `t` for a word of a title; `a` a whole Japanese word of a title; `c` a thing of the synonym table, however the clip
 * writes it; `k` a whole keyword; `f` a facet.
 */
export type Token = string

/** The index's stream of a text: a run's pairs stand side by side, and its single characters part it from the next run. */
export function streamOf(segments: readonly Segment[]): Token[] {
  const tokens: Token[] = []
  const seen = nextText()
  for (const segment of segments) {
    if (segment.kind === 'run') pushRun(tokens, segment.text, seen)
    else tokens.push(wordToken(segment.text))
  }
  return tokens
}

/** What must stand side by side where a run of characters occurs anywhere in a text. */
export function runTokens(run: string): Token[] {
  const characters = charactersOf(run)
  return characters.length === 1 ? [single(run)] : pairs(characters)
}

export function wordToken(text: string): Token {
  return /^[a-z0-9]+$/.test(text) ? `w${text}` : `x${hex(text)}`
}

/** A word of a title. */
export function titleWordToken(text: string): Token {
  return inTitle(wordToken(text))
}

/** The token of the same text in a title. */
export function inTitle(token: Token): Token {
  return `t${token}`
}

/** A whole Japanese word of a title. */
export function wholeWord(word: string): Token {
  return `a${hex(word)}`
}

/** A thing of the synonym table, by its key. */
export function conceptToken(key: string): Token {
  return `c${spelled(key)}`
}

/** A whole keyword, as its folded text. */
export function keywordToken(folded: string): Token {
  return `k${spelled(folded.trim()).slice(0, LONGEST_KEYWORD)}`
}

/** Any text as letters and digits, no two texts alike: Latin ones stay legible. */
export function spelled(text: string): string {
  return text.replace(/[^a-y0-9]/g, (letter) => (letter === 'z' ? 'zz' : `z${hex(letter)}`))
}

function hex(text: string): string {
  let digits = ''
  for (let at = 0; at < text.length; at++) digits += text.charCodeAt(at).toString(16).padStart(4, '0')
  return digits
}

const LONGEST_KEYWORD = 120

function pushRun(tokens: Token[], run: string, seen: number): void {
  if (SURROGATE.test(run)) {
    pushRareRun(tokens, run, seen)
    return
  }
  for (let at = 1; at < run.length; at++) tokens.push(pairAt(run, at - 1))
  const before = tokens.length
  for (let at = 0; at < run.length; at++) {
    const code = run.charCodeAt(at)
    if (seenIn[code] === seen) continue
    seenIn[code] = seen
    tokens.push(singleOf(code))
  }
  if (tokens.length === before) tokens.push(singleOf(run.charCodeAt(0)))
}

/** The same where some characters are two code units: they are few, so each is written whenever it occurs. */
function pushRareRun(tokens: Token[], run: string, seen: number): void {
  const characters = [...run]
  tokens.push(...pairs(characters))
  for (const character of new Set(characters)) {
    if (character.length === 1) {
      const code = character.charCodeAt(0)
      if (seenIn[code] === seen) continue
      seenIn[code] = seen
    }
    tokens.push(single(character))
  }
}

function pairs(characters: readonly string[]): Token[] {
  return characters.slice(1).map((character, at) => pair(characters[at]!, character))
}

function charactersOf(run: string): readonly string[] {
  return SURROGATE.test(run) ? [...run] : run.split('')
}

const SURROGATE = /[\ud800-\udbff]/

/** The number of the text, by code unit, in which its single character was written last: a set that is never emptied. */
const seenIn = new Float64Array(0x10000)
let texts = 0
const nextText = () => ++texts

/** Building an index asks for the same few thousand characters and pairs again and again. */
const KEPT_TOKENS = 200_000
const singles: (Token | undefined)[] = new Array(0x10000)
/** From the first kana on lie all common characters; two of them are one small integer. */
const KANA = 0x3000
const COMMON = 0x8000
const twos = new Map<number, Token>()

function singleOf(code: number): Token {
  const known = singles[code]
  if (known !== undefined) return known
  const made = single(String.fromCharCode(code))
  singles[code] = made
  return made
}

function pairAt(run: string, at: number): Token {
  const [first, second] = [run.charCodeAt(at) - KANA, run.charCodeAt(at + 1) - KANA]
  if (first < 0 || second < 0 || first >= COMMON || second >= COMMON)
    return pair(run.charAt(at), run.charAt(at + 1))
  const key = first * COMMON + second
  let token = twos.get(key)
  if (token === undefined) {
    token = pair(run.charAt(at), run.charAt(at + 1))
    if (twos.size >= KEPT_TOKENS) twos.clear()
    twos.set(key, token)
  }
  return token
}

const pair = (first: string, second: string): Token => `j${hex(first)}${hex(second)}`
const single = (character: string): Token => `u${hex(character)}`
