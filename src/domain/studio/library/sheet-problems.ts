/** Who defined a sheet's columns. */
export const SHEET_FORMATS = ['nagare', 'adobe', 'shutterstock', 'pixta'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** Problems of one field, which is left out; the other fields of its row apply. */
export const FIELD_PROBLEMS = [
  ...(['tooLong', 'hidden', 'tooMany', 'notWeb', 'notDate', 'notLicenceType', 'notYesNo'] as const),
  ...(['notCategory', 'neverEmpty'] as const),
] as const
/** Problems for which a whole row is left out. */
const ROW_PROBLEMS = [
  ...([
    'noName',
    'notNumber',
    'outside',
    'twice',
    'overruled',
    'fields',
    'openQuote',
    'afterQuotes',
  ] as const),
  ...(['noClip', 'noClipOf', 'severalClips', 'notKey', 'noText'] as const),
] as const
/** Problems for which the sheet is not read, or not to its end. */
const WHOLE_PROBLEMS = [
  ...(['noFileColumn', 'noIdColumn', 'columnTwice', 'tooManyColumns', 'tooManyRows'] as const),
  ...(['tooLarge', 'encoding'] as const),
] as const

export const SHEET_PROBLEMS = [...FIELD_PROBLEMS, ...ROW_PROBLEMS, ...WHOLE_PROBLEMS] as const
export type SheetProblemCode = (typeof SHEET_PROBLEMS)[number]

export interface SheetProblem {
  code: SheetProblemCode
  /** As spreadsheets count: rows from 1 with the header, whatever line breaks their cells have. */
  row?: number | undefined
  /** From 1; a spreadsheet shows a letter. */
  column?: number | undefined
  /** The column's name in the sheet. */
  name?: string | undefined
  /** What it is about: the field, a file's name, a number. */
  value?: string | undefined
  /** The limit that is passed. */
  most?: number | undefined
}

/** 1 is A, 27 is AA. */
export function columnLetter(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? columnLetter(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}
