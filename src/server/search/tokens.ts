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
  const seen = new Set<string>()
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

function pushRun(tokens: Token[], run: string, seen: Set<string>): void {
  const characters = charactersOf(run)
  for (let at = 1; at < characters.length; at++) tokens.push(pair(characters[at - 1]!, characters[at]!))
  const before = tokens.length
  for (const character of characters) {
    if (seen.has(character)) continue
    seen.add(character)
    tokens.push(single(character))
  }
  if (tokens.length === before) tokens.push(single(characters[0]!))
}

function pairs(characters: readonly string[]): Token[] {
  return characters.slice(1).map((character, at) => pair(characters[at]!, character))
}

function charactersOf(run: string): readonly string[] {
  return /[\ud800-\udbff]/.test(run) ? [...run] : run.split('')
}

/** Building an index asks for the same few thousand characters again and again. */
const digits = new Map<string, string>()

function digitsOf(character: string): string {
  let made = digits.get(character)
  if (made === undefined) {
    made = hex(character)
    digits.set(character, made)
  }
  return made
}

const pair = (first: string, second: string): Token => `j${digitsOf(first)}${digitsOf(second)}`
const single = (character: string): Token => `u${digitsOf(character)}`
