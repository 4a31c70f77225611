/**
 * The longest texts that the index takes, in UTF-16 units. PostgreSQL allows 2,046 bytes for a word of a `tsvector` and
 * some 2,700 for a row of an index; a unit is at most 3 bytes of UTF-8 and 5 letters of a token. SQLite allows more,
 * but both engines find the same.
 */
export const LONGEST = {
  /** A word of a Latin or other script with spaces. */
  word: 64,
  /** A run of Japanese: as long as the longest title. */
  run: 200,
  /** A keyword, its keys and its sound. */
  keyword: 200,
}

/** The beginning of a text, without half a character at its end. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return text.slice(0, isHighSurrogate(text, most - 1) ? most - 1 : most)
}

/** The whole text in pieces that are cut like that. */
export function inPieces(text: string, most: number): string[] {
  const pieces: string[] = []
  for (let rest = text; rest !== ''; rest = rest.slice(pieces.at(-1)!.length)) pieces.push(cut(rest, most))
  return pieces
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code < 0xdc00
}
