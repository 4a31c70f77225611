/**
 * Tokens are ASCII letters and digits, so that neither engine folds, splits or reads them as an operator. The first
 * letter says what they are: `w` Latin word, `j` two Japanese characters, `u` one, `x` anything else; the same after
 * `t` for a word of a title; `a` a whole Japanese word of a title; `c` a thing of the synonym table, however the clip
 * writes it; `k` a whole keyword; `f` a facet.
 */
export type Token = string

/** What must stand side by side where a run of characters occurs anywhere in a text. */
export function runTokens(run: string): Token[] {
  const characters = charactersOf(run)
  return characters.length === 1 ? [singleToken(run)] : pairTokens(characters)
}

export function wordToken(text: string): Token {
  return /^[a-z0-9]+$/.test(text) ? `w${text}` : `x${digits(text)}`
}

/** The token of the same text in a title. */
export function inTitle(token: Token): Token {
  return `t${token}`
}

/** A whole Japanese word of a title. */
export function wholeWord(word: string): Token {
  return `a${digits(word)}`
}

/** A thing of the synonym table, by its key. */
export function conceptToken(key: string): Token {
  return `c${spelled(key)}`
}

/** A whole keyword, as its folded text. */
export function keywordToken(folded: string): Token {
  return `k${spelled(folded.trim()).slice(0, LONGEST_KEYWORD)}`
}

const LONGEST_KEYWORD = 120

/** Any text as letters and digits, no two texts alike: Latin ones stay legible. */
export function spelled(text: string): string {
  return text.replace(/[^a-y0-9]/g, (letter) => `z${digits(letter)}`)
}

/** Characters side by side, two by two. */
export function pairTokens(characters: readonly string[]): Token[] {
  return characters.slice(1).map((character, at) => `j${digits(characters[at]!)}${digits(character)}`)
}

export function singleToken(character: string): Token {
  return `u${digits(character)}`
}

/** The same of two code units and of one. Building an index asks for the same few ten thousand again and again. */
export function pairOfUnits(first: number, second: number): Token {
  const key = first * UNITS + second
  let token = pairs.get(key)
  if (token === undefined) {
    token = `j${unit(first)}${unit(second)}`
    if (pairs.size >= KEPT_PAIRS) pairs.clear()
    pairs.set(key, token)
  }
  return token
}

export function singleOfUnit(code: number): Token {
  singles[code] ??= `u${unit(code)}`
  return singles[code]
}

const UNITS = 0x10000
const KEPT_PAIRS = 200_000
const pairs = new Map<number, Token>()
const singles: (Token | undefined)[] = new Array(UNITS)

/** The characters of a run: code units, but where some are two of them. */
export function charactersOf(run: string): readonly string[] {
  return hasSurrogates(run) ? [...run] : run.split('')
}

export function hasSurrogates(run: string): boolean {
  return /[\ud800-\udbff]/.test(run)
}

function digits(text: string): string {
  let all = ''
  for (let at = 0; at < text.length; at++) all += unit(text.charCodeAt(at))
  return all
}

/** A code unit in base 36, three digits for kana and kanji; the few that take more begin with a z, as no other does. */
function unit(code: number): string {
  units[code] ??= code < LONG ? base36(code, 3) : `z${base36(code, 4)}`
  return units[code]
}

const LONG = 35 * 36 * 36
const units: (string | undefined)[] = new Array(UNITS)
const base36 = (code: number, length: number) => code.toString(36).padStart(length, '0')
