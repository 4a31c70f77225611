import { readWords } from '#server/search/data/read-data.ts'
import { stem } from '../english/stem.ts'

/**
 * Words that often mean something else than in the table. A text with one has the table's meaning only if the clip's texts
 * in the other language have it, too, or there are none.
 */
const HOMOGRAPHS: ReadonlySet<string> = new Set([
  ...readWords('english/homographs.txt').map(stem),
  ...readWords('japanese/homographs.txt'),
])

/** Whether a unit's text may mean something else than in the table. */
export const isHomograph = (text: string): boolean => HOMOGRAPHS.has(text)
