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

/**
 * The cost of typing `typed` instead of the similar `word`: an extra or missing letter costs less if doubled, a swap
 * less than a wrong letter, and a wrong vowel least.
 */
export function errorCostOf(typed: string, word: string): number {
  const costs: number[][] = Array.from({ length: typed.length + 1 }, () => [])
  for (let i = 0; i <= typed.length; i++)
    for (let j = 0; j <= word.length; j++) {
      const [a, b] = [typed[i - 1], word[j - 1]]
      const ways = i + j === 0 ? [0] : []
      if (i > 0) ways.push(costs[i - 1]![j]! + (a === typed[i - 2] ? COSTS.doubled : COSTS.added))
      if (j > 0) ways.push(costs[i]![j - 1]! + (b === word[j - 2] ? COSTS.doubled : COSTS.missing))
      if (i > 0 && j > 0) ways.push(costs[i - 1]![j - 1]! + replacing(a!, b!))
      if (i > 1 && j > 1 && a === word[j - 2] && typed[i - 2] === b)
        ways.push(costs[i - 2]![j - 2]! + COSTS.swapped)
      costs[i]![j] = Math.min(...ways)
    }
  return costs[typed.length]![word.length]!
}

const COSTS = { doubled: 0.5, swapped: 0.7, vowel: 0.7, missing: 0.85, added: 0.95, replaced: 1 }

function replacing(a: string, b: string): number {
  if (a === b) return 0
  return VOWELS.test(a) && VOWELS.test(b) ? COSTS.vowel : COSTS.replaced
}

const VOWELS = /[aeiouy]/
