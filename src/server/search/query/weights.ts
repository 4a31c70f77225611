/**
 * Score of a match: where it is, times how exact, times how rare the term. A term counts once, by its best match.
 * Numbers are relative.
 */

/** How a clip has a typed word, the exactest first. */
export type Exactness = 'typed' | 'inflected' | 'same' | 'kinds' | 'kind' | 'part'

/** A typed word beats every synonym anywhere, so a synonym in a title counts less than the word in a keyword. */
export const EXACTNESS: Record<Exactness, number> = {
  typed: 1,
  // Another form of the same word: plural, past, okurigana, kana for kanji.
  inflected: 0.9,
  // A synonym in the table.
  same: 0.6,
  // Several kinds of it: storm, rain and wind are weather, a warm coat hardly is.
  kinds: 0.55,
  // One kind of it: found, and shown after the thing itself.
  kind: 0.35,
  // Only its characters, inside words: if nothing better is known.
  part: 0.25,
}

export const FIELD = {
  // The maker says what the clip is about.
  title: 6,
  // A keyword that is only the term is as deliberate, but clips have many keywords.
  wholeKeyword: 5,
  // One word of a longer keyword.
  keyword: 4,
  // A description mentions much that is only in the background.
  description: 1,
}

/** The whole query, or a title's run of it, as one phrase: its words belong together. */
export const PHRASE = 3

/** Choices after the same search: the clip that everybody chose gains as much as from a word in its title. */
export const CHOSEN = 6

/** Rare words tell more. Halves from a word of a few clips to one of a thousand. */
export function rarity(clips: number): number {
  return 1 / Math.log10(10 + clips)
}
