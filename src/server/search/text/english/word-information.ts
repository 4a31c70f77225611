import { readWords } from '#server/search/data/read-data.ts'
import { stem } from './stem.ts'

/** How much a word tells about a clip: most words name a thing; verbs and qualities tell less. */
export type Information = 'light' | 'verb' | 'normal'

const stems = (file: string): ReadonlySet<string> => new Set(readWords(file).map(stem))

const LIGHT = stems('english/light.txt')
const VERBS = stems('english/verbs.txt')
const QUALITIES = stems('english/qualities.txt')
const COLOURS = stems('english/colours.txt')

/** From a stem. */
export const isColour = (stemmed: string): boolean => COLOURS.has(stemmed)

/** From a stem. Articles, prepositions and conjunctions are stop words and never get here. */
export function informationOfStem(stemmed: string): Information {
  if (LIGHT.has(stemmed)) return 'light'
  return VERBS.has(stemmed) || QUALITIES.has(stemmed) ? 'verb' : 'normal'
}
