import everything from './everything.json' with { type: 'json' }

/** All writings of one thing, and its relations to other things by their first writing. Any list may be left out. */
export interface SynonymGroup {
  en?: string[]
  ja?: string[]
  kana?: string[]
  romaji?: string[]
  sign?: string[]
  /** Wider things: who searches for flower also finds the sakura, after the flowers, but not the other way round. */
  kindOf?: string[]
  /** What may be offered instead when nothing is found. It never brings results. */
  seeAlso?: string[]
  /** Those of `ja` that also occur inside other names, as 川 does in 神奈川. */
  whole?: string[]
}

/** The table as it is edited, by subject. */
export const SYNONYMS: readonly SynonymGroup[] = [...everything]

/** All writings of a group, as in the table. */
export function writingsOf({ en = [], ja = [], kana = [], romaji = [], sign = [] }: SynonymGroup): string[] {
  return [...en, ...ja, ...kana, ...romaji, ...sign]
}
