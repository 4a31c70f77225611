/**
 * Tokens are ASCII letters and digits, so that neither engine folds, splits or reads them as an operator. The first
 * letter says what they are: `w` Latin word, `b` Japanese word, `j` two Japanese characters, `u` one, `x` anything
 * else; `c` a concept of the synonym table in any spelling; `n` a concept of which the clip has a kind; `a` either of
 * these; each of the others after `t` in a title, and Latin words after `d` in a description; `k` a whole keyword; `m` a maker; `f` a facet; `l` a cell of layouts.
 */
export type Token = string

/** The adjacent tokens of a run of characters. */
export function runTokens(run: string): Token[] {
  const characters = [...run]
  return characters.length === 1 ? [singleToken(run)] : pairTokens(characters)
}

/** The tokens of each two neighbours. */
export function pairTokens(characters: readonly string[]): Token[] {
  return characters.slice(1).map((character, at) => `j${codes(characters[at]!)}${codes(character)}`)
}

export function singleToken(character: string): Token {
  return `u${codes(character)}`
}

export function wordToken(text: string): Token {
  return /^[a-z0-9]+$/.test(text) ? `w${text}` : `x${codes(text)}`
}

export function inTitle(token: Token): Token {
  return `t${token}`
}

export function inDescription(token: Token): Token {
  return `d${token}`
}

/** A Japanese word, from its folded dictionary form. */
export function japaneseToken(base: string): Token {
  return `b${codes(base)}`
}

export function conceptToken(key: string): Token {
  return `c${spelled(key)}`
}

/** The languages of a clip's texts: English and Japanese. */
export type TextLanguage = 'e' | 'j'

/** A concept's token for texts in one language; any other token unchanged. */
export function inLanguage(token: Token, language: TextLanguage): Token {
  return token.startsWith('c') || token.startsWith('n') ? token[0] + language + token.slice(1) : token
}

export function widerToken(key: string): Token {
  return `n${spelled(key)}`
}

/** From a concept's token in one language: clips with the concept or a kind of it, in either language. */
export function anyLanguageToken(token: Token): Token {
  return `a${token.slice(2)}`
}

/** For scoring only: a wider concept with several kinds in a clip. */
export function oftenToken(token: Token): Token {
  return `2${token}`
}

/** A whole keyword, from its folded text. */
export function keywordToken(folded: string): Token {
  return `k${spelled(folded.trim()).slice(0, LONGEST_KEYWORD)}`
}

const LONGEST_KEYWORD = 120

/** A clip's creator, from the key of the name. */
export function creatorToken(key: string): Token {
  return `m${spelled(key)}`
}

/** Any text as letters and digits, unique per text; Latin stays legible. */
export function spelled(text: string): string {
  return text.replace(/[^a-y0-9]/g, (letter) => `z${codes(letter)}`)
}

function codes(text: string): string {
  let all = ''
  for (let at = 0; at < text.length; at++) all += codeToken(text.charCodeAt(at))
  return all
}

/** From here on a code unit takes more than three base-36 digits. The first of three is never a `z`. */
const LONG_CODE = 35 * 36 * 36

/** A code unit in base 36: kana, kanji and letters take three digits, the few others a z and four. */
function codeToken(code: number): string {
  const digits = code.toString(36)
  return code < LONG_CODE ? digits.padStart(3, '0') : `z${digits.padStart(4, '0')}`
}
