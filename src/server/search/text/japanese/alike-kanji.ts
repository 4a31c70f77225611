import { readWords } from '#server/search/data/read-data.ts'

const FAMILIES = [
  ...readWords('japanese/kanji-read-alike.txt'),
  ...readWords('japanese/kanji-look-alike.txt'),
]

/** The characters often confused with this one: similar shapes and choices of an input method. */
export function kanjiTakenFor(character: string): Set<string> {
  const all = FAMILIES.filter((family) => family.includes(character))
  const others = new Set(all.join(''))
  others.delete(character)
  return others
}
