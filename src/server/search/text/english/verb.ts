import { readWords } from '#server/search/data/read-data.ts'

/** Roots that the patterns below get wrong. */
const ROOTS_WITH_E = new Set(readWords('english/roots-with-e.txt'))
const ROOTS_WITHOUT_E = new Set(readWords('english/roots-without-e.txt'))
const ROOTS_IN_LL = new Set(readWords('english/roots-in-ll.txt'))

const VOWEL = /[aeiouy]/
/** One syllable with a single vowel and a single consonant after it: a short vowel would have doubled it (hik, us, rid). */
const SHORT = /^(?:[^aeiouy]*|[^aeiou]*qu|y)[aeiouy][^aeiouwxy]$/
/** Last letters that no verb has without an e: danc, mov, valu, freez, chang, settl, nurs, centr. */
const SOFT = /(?:[cvu]|[^tz]z|[^s]s|[^n]g|[^aeiourlw]l|[^aeiour]r|eng)$/
/** Last letters that verbs of more than one syllable mostly have before an e: rotat, comput, captur, divid, produc. */
const LONG =
  /(?:[^aeo]at|[^aeiou]ut|[^aeiou]ur|[^aeiou]i[dlmnrkb]|[^aeiou]a[cdk]|[^aeiou]o[bdkv]|[^aeiou]u[bdklmn]|[cps]ed|u[ai]d|yp|uir)$/
const DOUBLED = /([^aeiouylszf])\1$/
/** Words with a double last letter in any form. */
const DOUBLE_ROOTS = new Set(['add', 'egg', 'err', 'purr', 'ebb', 'odd', 'inn', 'whirr', 'boycott'])

/** A word without -ing or -ed, and its verb; nothing for other words. */
export function verbOf(word: string): { root: string; verb: string } | undefined {
  const [, root, ending] = /^(.+)(ing|ed)$/.exec(word) ?? []
  if (root === undefined || root.length < 2 || !VOWEL.test(root) || word.endsWith('eed')) return undefined
  if (ending === 'ed' && /[^aeiou]i$/.test(root)) return { root, verb: `${root.slice(0, -1)}y` }
  return { root, verb: complete(root) }
}

/** Restores a lost e, or removes one of two equal last letters. */
function complete(root: string): string {
  if (ROOTS_WITH_E.has(root)) return `${root}e`
  if (ROOTS_WITHOUT_E.has(root) || DOUBLE_ROOTS.has(root)) return root
  if (DOUBLED.test(root)) return root.slice(0, -1)
  if (/[aeiou].*[aeiou]ll$/.test(root) && !ROOTS_IN_LL.has(root)) return root.slice(0, -1)
  return SHORT.test(root) || SOFT.test(root) || LONG.test(root) ? `${root}e` : root
}
