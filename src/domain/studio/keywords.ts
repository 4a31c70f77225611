/** Most keywords of a clip in one language, and most characters of one. */
export const KEYWORDS = { most: 100, longest: 80 }

/** The keywords in a typed or pasted text: between commas, Japanese commas, semicolons, tabs and line breaks. */
export function keywordsIn(text: string): string[] {
  const words = text.split(/[,，、､;；\t\n\r]+/).map((word) => word.replace(/\s+/g, ' ').trim())
  return [...new Set(words)].filter(Boolean)
}

/** Adds keywords that are not there yet, in any case of letters; cut to what a clip can have. */
export function withKeywords(list: readonly string[], words: readonly string[]): string[] {
  const added = [...list]
  const seen = new Set(list.map(keyOf))
  for (const word of words) {
    const cut = word.slice(0, KEYWORDS.longest).trim()
    if (cut && !seen.has(keyOf(cut)) && added.length < KEYWORDS.most) added.push(cut)
    seen.add(keyOf(cut))
  }
  return added
}

const keyOf = (word: string) => word.normalize('NFKC').toLowerCase()
