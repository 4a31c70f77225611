import { readFolder } from '#server/search/data/read-data.ts'
import { lazy } from '#server/search/text/memoize.ts'

/** All spellings of one thing, and its relations to other things by their first spelling. Any list may be left out. */
export interface SynonymGroup {
  en?: string[]
  ja?: string[]
  kana?: string[]
  romaji?: string[]
  sign?: string[]
  /** Wider things: a search for flower also finds sakura, after the flowers, but not the other way round. */
  kindOf?: string[]
  /** Things that show a mood or serve a purpose: they are found as if each were a kind of it. */
  shownBy?: string[]
  /** Offered instead when nothing is found. It never brings results. */
  seeAlso?: string[]
}

const COLUMNS = 'en,ja,kana,romaji,sign,kindOf,shownBy,seeAlso'

/**
 * The groups of `data/thesaurus`, a line each. A spelling with several meanings stays out, or goes where buyers of
 * footage mean it: without the table it still finds itself. A search for a wider thing shows every kind of it.
 */
export const synonyms = lazy((): readonly SynonymGroup[] =>
  readFolder('thesaurus')
    .filter((line) => line !== COLUMNS)
    .map(groupOf),
)

function groupOf(line: string): SynonymGroup {
  const cells = line.split(',').map((cell): string[] => (cell === '' ? [] : cell.split('; ')))
  const columns = COLUMNS.split(',')
  return Object.fromEntries(columns.flatMap((column, at) => (cells[at]?.length ? [[column, cells[at]]] : [])))
}

/** All spellings of a group, as in the table. */
export function spellingsOf({ en = [], ja = [], kana = [], romaji = [], sign = [] }: SynonymGroup): string[] {
  return [...en, ...ja, ...kana, ...romaji, ...sign]
}
