import { readWords } from '#server/search/data/read-data.ts'
import { IRREGULAR } from './irregular.ts'
import { numberWord } from './numbers.ts'
import { singular } from './plural.ts'
import { oneSpelling } from './spelling.ts'
import { verbOf } from './verb.ts'

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
