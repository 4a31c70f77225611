const IRREGULAR = new Map([
  ['leaves', 'leaf'],
  ['wolves', 'wolf'],
  ['knives', 'knife'],
  ['shelves', 'shelf'],
  ['loaves', 'loaf'],
  ['geese', 'goose'],
  ['children', 'child'],
  ['women', 'woman'],
  ['men', 'man'],
  ['feet', 'foot'],
  ['buses', 'bus'],
])
const VOWEL = /[aeiou]|(?<=[^aeiou])y/
/** Consonant, vowel, consonant: the word has lost an e (hik-ing is hike, rain-ing is rain). */
const LOST_E = /^[^aeiou]+[aeiouy][^aeiouwxy]$/

/** For plurals, -ing and -ed: the first steps of tartarus.org/martin/PorterStemmer, harmless to romaji. */
export function stem(word: string): string {
  return word.length <= 3 || !/^[a-z]+$/.test(word) ? word : reduce(word)
}

function reduce(word: string): string {
  const irregular = IRREGULAR.get(word)
  return tidy(irregular ?? withoutEnding(singular(word)))
}

function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return word
  if (/(?:sh|ch|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  if (/[^aeiou]oes$/.test(word) && word.length > 5) return word.slice(0, -2)
  return word.slice(0, -1)
}

function withoutEnding(word: string): string {
  const [, left] = /^(.+)(?:ing|ed)$/.exec(word) ?? []
  if (left === undefined || left.length < 3 || !VOWEL.test(left) || word.endsWith('eed')) return word
  if (/([^aeiouylsz])\1$/.test(left)) return left.slice(0, -1)
  if (/[^aeiou]ied$/.test(word)) return `${left.slice(0, -1)}y`
  return LOST_E.test(left) ? `${left}e` : left
}

/** Drops a last e that longer forms have lost too: dance and dancing are danc, temple is templ. */
function tidy(word: string): string {
  if (/ll$/.test(word) && word.length > 6) return word.slice(0, -1)
  if (/[^aeiou]ie$/.test(word) && word.length > 4) return `${word.slice(0, -2)}y`
  return word.length > 4 && word.endsWith('e') && !LOST_E.test(word.slice(0, -1)) ? word.slice(0, -1) : word
}
