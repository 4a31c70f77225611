/**
 * How a match counts: where it is times how exact it is, times how rare the term is. One term counts once, by its best
 * match. Numbers are relative.
 */

/** How a clip has what was typed, the exactest first. */
export type Exactness = 'typed' | 'inflected' | 'same' | 'kinds' | 'kind' | 'part'

/** A word that was typed beats every synonym wherever it stands, so a synonym in a title counts less than it in a keyword. */
export const EXACTNESS: Record<Exactness, number> = {
  typed: 1,
  // Another form of the very word: plural, past, okurigana, kana for kanji.
  inflected: 0.9,
  // Another word for it in the table.
  same: 0.6,
  // Several kinds of it: storm, rain and wind are weather, a warm coat hardly is.
  kinds: 0.55,
  // A kind of it: found, and shown after the thing itself.
  kind: 0.35,
  // Only its characters, inside of words: when nothing better is known.
  part: 0.25,
}

export const FIELD = {
  // The maker says what the clip is about.
  title: 6,
  // A keyword that is nothing but the term is as deliberate, but there are many of them.
  wholeKeyword: 5,
  // One word of a longer keyword.
  keyword: 4,
  // A description mentions much that is only in the background.
  description: 1,
}

/** The whole query, or a title's run of it, as one phrase: its words belong together. */
export const PHRASE = 3

/** What people chose after the same search: the clip that all chose gains as much as by a word in its title. */
export const CHOSEN = 6

/** Rare words tell more. Halves from a word of a few clips to one of a thousand. */
export function rarity(clips: number): number {
  return 1 / Math.log10(10 + clips)
}
