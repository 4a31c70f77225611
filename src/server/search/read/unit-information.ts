import { readLines, readWords } from '#server/search/data/read-data.ts'
import { stem } from '#server/search/text/english/stem.ts'
import type { Unit } from '#server/search/text/units.ts'

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

const LIGHT_JAPANESE = new Set(readWords('japanese/light.txt'))

const QUALITIES_JAPANESE = new Set(readWords('japanese/qualities.txt'))

/** From a stem or a Japanese word's base. */
export const isQuality = (stemmed: string): boolean =>
  QUALITIES.has(stemmed) || QUALITIES_JAPANESE.has(stemmed)

const LIGHT_PHRASES = new Set(readLines('light-phrases.txt'))

/** How much a word tells; see Information. */
export function informationOf({ units }: { units: readonly Unit[] }): Information {
  if (units.length > 0 && LIGHT_PHRASES.has(writtenIn(units))) return 'light'
  const all = units.map(informationOfUnit)
  if (all.includes('normal')) return 'normal'
  return all.includes('verb') ? 'verb' : 'light'
}

function informationOfUnit({ text, surface, word }: Unit): Information {
  if (!word) return isVerbForm(text, surface) ? 'verb' : informationOfStem(text)
  if (LIGHT_JAPANESE.has(word.base) || word.kind === 'function') return 'light'
  if (QUALITIES_JAPANESE.has(word.base)) return 'verb'
  return word.kind === 'noun' || word.kind === 'name' ? 'normal' : 'verb'
}

/** Preparing, covered: an action tells less than its object. A noun with such an ending is its own stem. */
function isVerbForm(stem: string, surface: string): boolean {
  return stem !== surface && /(?:ing|ed)$/.test(surface) && informationOfStem(stem) !== 'light'
}

function writtenIn(units: readonly Unit[]): string {
  return units
    .map(({ text, joined }) => (joined ? text : ` ${text}`))
    .join('')
    .trim()
}
