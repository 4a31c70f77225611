/** Most keywords of a clip in one language, and most characters of one. */
export const KEYWORDS = { most: 100, longest: 80 }

/** The keywords in a typed or pasted text, split at commas, Japanese commas, semicolons, tabs and line breaks. */
export function keywordsIn(text: string): string[] {
  const words = text.split(/[,，、､;；\t\n\r]+/).map((word) => word.replace(/\s+/g, ' ').trim())
  return [...new Set(words)].filter(Boolean)
}

/** Adds new keywords, ignoring case; drops those that are too long or too many. */
export function withKeywords(list: readonly string[], words: readonly string[]): string[] {
  const added = [...list]
  const seen = new Set(list.map(keyOf))
  for (const word of words) {
    if (!word.trim() || word.length > KEYWORDS.longest || seen.has(keyOf(word))) continue
    if (added.length === KEYWORDS.most) break
    added.push(word)
    seen.add(keyOf(word))
  }
  return added
}

/** The keywords that withKeywords() dropped. */
export function leftOut(list: readonly string[], words: readonly string[]): string[] {
  const there = new Set(list.map(keyOf))
  return words.filter((word) => word.trim() && !there.has(keyOf(word)))
}

const keyOf = (word: string) => word.normalize('NFKC').toLowerCase()
