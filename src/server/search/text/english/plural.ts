import { readWords } from '#server/search/data/read-data.ts'
import { IRREGULAR_ALONE, IRREGULAR_ENDS } from './irregular.ts'

const SINGULAR_IN_S = new Set(readWords('english/singular-in-s.txt'))
const PLURAL_IN_IS_US = new Set(readWords('english/plural-in-is-us.txt'))
const SINGULAR_IN_E = new Set(readWords('english/singular-in-e.txt'))
const NOT_PLURAL = /(?:ss|us|is)$/
const SHORTEST_WITH_IES = 5

/** The singular of a noun, and the plain form of a verb in -s. Anything else stays as it is. */
export function singular(word: string): string {
  if (word.endsWith('s')) return irregular(word) ?? withoutS(word)
  return word.endsWith('n') || word.endsWith('t') || word.endsWith('e') || word.endsWith('h')
    ? (irregular(word) ?? word)
    : word
}

function irregular(word: string): string | undefined {
  const alone = IRREGULAR_ALONE.get(word) ?? IRREGULAR_ENDS.get(word)
  if (alone) return alone
  for (const [plural, base] of IRREGULAR_ENDS)
    if (word.endsWith(plural)) return word.slice(0, -plural.length) + base
  return MEN.test(word) ? `${word.slice(0, -2)}an` : undefined
}

/** Fishermen, but no Japanese word: ramen and somen have a vowel before. */
const MEN = /^(?!dolmen|turkmen|abdomen).+[^aeioun]men$/

function withoutS(word: string): string {
  if (word.length < 4 || SINGULAR_IN_S.has(word)) return word
  if (NOT_PLURAL.test(word)) return PLURAL_IN_IS_US.has(word) ? word.slice(0, -1) : word
  const one = word.slice(0, -1)
  if (!word.endsWith('es') || SINGULAR_IN_E.has(one)) return one
  const short = word.slice(0, -2)
  if (/(?:sh|ch|x|ss|[zt]z)$/.test(short) || /[^aeiou]o$/.test(short)) return short
  if (/[^aeiou]i$/.test(short) && word.length >= SHORTEST_WITH_IES) return `${short.slice(0, -1)}y`
  return SINGULAR_IN_S.has(short) || /[^aeo]us$/.test(short) ? short : one
}
