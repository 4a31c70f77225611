import { stem } from '../english/stem.ts'

/**
 * Words of the table that often mean something else. A text with one has the table's meaning only if the clip's texts
 * in the other language have it, too, or there are none: a plane with 鉋 is a tool.
 */
const ENGLISH = `
  plane jet bank wave star hop mouse bug duck calf pool bar bowl pen cell screen monitor jam ring glass park plant palm
  stamp school shell curling seal crane kite bow rock stick press squash cricket robin swift mint nut box stage yard court
  thunder dolphin bat tour web track field pot port match coin net mole tick train board
`
/** Folded to hiragana. */
const JAPANESE = 'ぼーど こーと らいと 窯'

const HOMOGRAPHS: ReadonlySet<string> = new Set([
  ...ENGLISH.trim().split(/\s+/).map(stem),
  ...JAPANESE.split(' '),
])

/** Whether a unit's text may mean something else than in the table. */
export const isHomograph = (text: string): boolean => HOMOGRAPHS.has(text)
