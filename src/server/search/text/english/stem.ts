import { readLines, readPairs, readWords } from '#server/search/data/read-data.ts'

/** Words in -ing and -ed that are no verb form. */
const WHOLE = new Set(readWords('english/whole.txt'))
/** Words that are mostly a thing or a quality: their -ing and -ed forms are a word of their own. */
const APART_ROOTS = new Set(readWords('english/apart-roots.txt'))
const SHORTEST_INFLECTED = 3

/**
 * The common form of all inflections and spellings of a folded Latin word: temples is temple, swam is swim, colours is
 * color, five is 5. It keeps the word class: a runner is no run, and training is no train (vehicle). Japanese in Latin
 * letters stays as it is.
 */
export function stem(word: string): string {
  const number = numberWord(word)
  if (number !== undefined) return number
  if (!/^[a-z]+$/.test(word)) return word
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined || word.length < SHORTEST_INFLECTED) return irregular ?? word
  const one = singular(word)
  return IRREGULAR.get(one) ?? numberWord(one) ?? withoutEnding(one)
}

function withoutEnding(word: string): string {
  const found = WHOLE.has(word) ? undefined : verbOf(word)
  if (!found) return oneSpelling(word)
  const verb = oneSpelling(found.verb)
  return APART_ROOTS.has(verb) ? activity(verb, found) : verb
}

/** The -ing form, for both endings: shipped is shipping, ploughed is plowing. */
function activity(verb: string, { root, verb: written }: { root: string; verb: string }): string {
  if (verb === written && !/(?:i|ll|e)$/.test(root)) return `${root}ing`
  return `${verb.replace(/(?<=[^eo])e$/, '')}ing`
}

const NUMBERS = readPairs('english/numbers.txt')

/** The figures of a number in words (five is 5, first is 1st, eighties 80s), and one writing of hours: 24hrs is 24h. */
export function numberWord(surface: string): string | undefined {
  const known = NUMBERS.get(surface)
  if (known !== undefined) return known
  return /^\d+h(?:rs?|ours?)$/.test(surface) ? `${Number.parseInt(surface, 10)}h` : undefined
}

/** From lines of a word and then the forms that mean it. */
function forms(file: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of readLines(file)) {
    const [base, ...others] = line.split(' ')
    for (const form of others) found.set(form, base!)
  }
  return found
}

export const IRREGULAR = forms('english/irregular.txt')
/** Plurals that change inside, alone or at the end of a longer word: grandchildren, bookshelves. */
const IRREGULAR_ENDS = forms('english/irregular-ends.txt')
/** As above, but only alone: they also end other words. */
const IRREGULAR_ALONE = forms('english/irregular-alone.txt')

const SINGULAR_IN_S = new Set(readWords('english/singular-in-s.txt'))
const PLURAL_IN_IS_US = new Set(readWords('english/plural-in-is-us.txt'))
const SINGULAR_IN_E = new Set(readWords('english/singular-in-e.txt'))
const NOT_PLURAL = /(?:ss|us|is)$/
const SHORTEST_WITH_IES = 5

/** The singular of a noun, and the plain form of a verb in -s. Anything else stays as it is. */
function singular(word: string): string {
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
function verbOf(word: string): { root: string; verb: string } | undefined {
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

const SPELLINGS = readPairs('english/spellings.txt')

/** British roots in -our that America spells -or, alone and in longer words: colourful, harbourside. */
const OUR =
  /((?:^|water|multi|uni|dis|mis|un)(?:col|fav|flav|harb|hon|hum|lab|neighb|vap|sav|od|arm|behavi|parl|rum|splend|vig|rig|tum|glam|endeav|cand|clam|ferv|ard|arb|enam|savi|val|ranc))our/
const NO_ENDING_IN_RE = /(?:macab|timb)re$/

/** The common form of a word's spellings: colour is color, theatre theater, organize organise. */
function oneSpelling(word: string): string {
  const listed = SPELLINGS.get(word)
  if (listed !== undefined) return listed
  if (word.endsWith('re') && /[tb]re$/.test(word) && !NO_ENDING_IN_RE.test(word))
    return `${word.slice(0, -2)}er`
  if (word.endsWith('ogue') && word.length >= SHORTEST_WITHOUT_UE) return word.slice(0, -2)
  return word.replace(OUR, '$1or').replace(/(?<=[a-z]{3}[iy])z(?=(?:er?|ation|able)$)/, 's')
}

/** Vogue and brogue keep their ending; catalogue and dialogue lose it. */
const SHORTEST_WITHOUT_UE = 7
