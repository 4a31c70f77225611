/** How many edits may lie between a misspelt word and a known one. Kanji and digits are not misspelt. */
export function editsAllowed(word: string): 0 | 1 | 2 {
  const letters = [...word].length
  const shortest = KANA.test(word)
    ? SHORTEST_KANA
    : LATIN.test(word)
      ? SHORTEST_LATIN
      : Number.POSITIVE_INFINITY
  if (letters < shortest) return 0
  return letters < SHORTEST_WITH_TWO ? 1 : 2
}

const KANA = /^[ぁ-ゖァ-ヺー]+$/
const LATIN = /^\p{Script=Latin}+$/u
const SHORTEST_KANA = 3
const SHORTEST_LATIN = 4
const SHORTEST_WITH_TWO = 8

/**
 * The letters (code points) to insert, delete, replace or swap with a neighbour to make one word of the other; `most` + 1 if
 * that is more than `most`. This is the optimal string alignment distance: no letter is edited twice.
 */
export function editDistanceOf(a: string, b: string, most: number): number {
  const [from, to] = [[...a], [...b]]
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1)
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[to.length]!, most + 1)
}
