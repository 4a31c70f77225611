import { readPairs } from '#server/search/data/read-data.ts'

const SPELLINGS = readPairs('english/spellings.txt')

/** British roots in -our that America spells -or, alone and in longer words: colourful, harbourside. */
const OUR =
  /((?:^|water|multi|uni|dis|mis|un)(?:col|fav|flav|harb|hon|hum|lab|neighb|vap|sav|od|arm|behavi|parl|rum|splend|vig|rig|tum|glam|endeav|cand|clam|ferv|ard|arb|enam|savi|val|ranc))our/
const NO_ENDING_IN_RE = /(?:macab|timb)re$/

/** The common form of a word's spellings: colour is color, theatre theater, organize organise. */
export function oneSpelling(word: string): string {
  const listed = SPELLINGS.get(word)
  if (listed !== undefined) return listed
  if (word.endsWith('re') && /[tb]re$/.test(word) && !NO_ENDING_IN_RE.test(word))
    return `${word.slice(0, -2)}er`
  if (word.endsWith('ogue') && word.length >= SHORTEST_WITHOUT_UE) return word.slice(0, -2)
  return word.replace(OUR, '$1or').replace(/(?<=[a-z]{3}[iy])z(?=(?:er?|ation|able)$)/, 's')
}

/** Vogue and brogue keep their ending; catalogue and dialogue lose it. */
const SHORTEST_WITHOUT_UE = 7
