import { posix } from 'node:path'
import { z } from 'zod'
import { PLAIN_TEXT } from '#contract/plain-text.ts'
import type { SheetResult } from '#contract/studio/clips/sheets.ts'
import { isWebAddress } from '#domain/address/web-address.ts'
import { KEYWORDS, keywordsIn } from '#domain/studio/clip/keywords.ts'
import type { SheetFormat, SheetProblemCode } from '#domain/studio/library/sheet-problems.ts'
import { unguarded } from '#server/csv-lines.ts'
import { readColumns } from './agency-columns.ts'
import { readCsv } from './csv-rows.ts'
import { addProblem, cutText, type Problems } from './problems.ts'

const wrong = (code: SheetProblemCode) => code

/** A cell; its line breaks are kept. */
export const cell = (most: number) =>
  z.string().max(most, wrong('tooLong')).regex(PLAIN_TEXT, wrong('hidden'))

const list = z
  .string()
  .transform(keywordsIn)
  .pipe(z.array(cell(KEYWORDS.longest)).max(KEYWORDS.most, wrong('tooMany')))

const webAddress = cell(500).refine((text) => text === '' || isWebAddress(text), wrong('notWeb'))

/** Spreadsheets rewrite dates by their country: `2024/5/31`, `2024年5月31日`, `2024-05-31 0:00`. */
const DATE =
  /^(\d{4})\s*(?:[-/.]|年)\s*(\d{1,2})\s*(?:[-/.]|月)\s*(\d{1,2})\s*日?(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/

function isoDate(text: string): string {
  const [, year = '', month = '', day = ''] = DATE.exec(text.normalize('NFKC')) ?? []
  return text && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const day = z
  .string()
  .transform(isoDate)
  .refine((date) => date === '' || z.iso.date().safeParse(date).success, wrong('notDate'))

/** Our columns of a clip. */
const FIELDS = {
  title_en: cell(200),
  title_ja: cell(200),
  description_en: cell(5000),
  description_ja: cell(5000),
  keywords_en: list,
  keywords_ja: list,
  /** The key or a label, until it is compared with the shop's categories. */
  category: cell(80),
  license: cell(200),
  license_type: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['commercial', 'editorial', ''], { error: wrong('notLicenceType') })),
  user_name: cell(200),
  source: cell(200),
  source_url: webAddress,
  date_created: day,
  still_license: cell(200),
  still_license_url: webAddress,
  tags: list,
  modifier_model: cell(200),
  modifier_company: cell(200),
  modifier_date: day,
  ai: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['yes', 'no', ''], { error: wrong('notYesNo') })),
}
export type SheetCells = { [Name in keyof typeof FIELDS]: z.output<(typeof FIELDS)[Name]> }

const isField = (name: string): name is keyof SheetCells => Object.hasOwn(FIELDS, name)

/** A row that names its clip by id or file, with the fields that it has and that are good. */
export interface SheetRow {
  /** As a spreadsheet counts it. */
  row: number
  id: number | undefined
  file: string
  cells: Partial<SheetCells>
}

export interface Sheet {
  /** Undefined if its columns are neither ours nor an agency's. */
  format: SheetFormat | undefined
  /** With the rows that are left out. */
  count: number
  rows: SheetRow[]
  problems: Problems
  unknown: string[]
  exportOnly: string[]
  /** Where our columns are in it. */
  places: Partial<Record<keyof SheetCells, { column: number; name: string }>>
}

/**
 * `beside`: rows name a file below the sheet's folder. `import`: rows name a clip by number or file, a lone "-" empties
 * a field, and a sheet with too many rows is not read.
 */
export type SheetUse = 'beside' | 'import'

/** Empties a cell, since an empty one changes nothing. */
const EMPTIED = '-'
/** Columns that we export and do not read. */
const EXPORT_ONLY: Record<SheetUse, readonly string[]> = { beside: ['id', 'state'], import: ['state'] }

/** Reads a sheet with our own columns or an agency's. A bad field is left out, and a row without a clip or file. */
export function readSheet(bytes: Buffer, { use, most }: { use: SheetUse; most: number }): Sheet {
  const { columns, rows, problems } = readCsv(bytes, most)
  const names = ['file', ...(use === 'import' ? ['id'] : []), ...Object.keys(FIELDS)]
  const known = readColumns(columns, names, EXPORT_ONLY[use])
  const isKnown = known && (use === 'import' || known.reads.some((read) => read && 'file' in read('')))
  const nothing = { format: undefined, count: rows.length, rows: [], unknown: [], exportOnly: [], places: {} }
  if (!isKnown) {
    const code = use === 'import' ? 'noIdColumn' : 'noFileColumn'
    if (columns.length > 0) addProblem(problems, { code, row: 1 })
    return { ...nothing, problems }
  }
  const { format, reads, unknown } = known
  const exportOnly = columns.filter((name) => EXPORT_ONLY[use].includes(name.toLowerCase()))
  const sheet: Sheet = { ...nothing, format, problems, unknown, exportOnly }
  for (const [at, read] of reads.entries())
    for (const name of Object.keys(read?.('') ?? {}))
      sheet.places[name as keyof SheetCells] ??= { column: at + 1, name: columns[at]! }
  if (use === 'import' && problems.first.some(({ code }) => code === 'tooManyRows')) return sheet
  for (const { row, values } of rows) {
    const said = new Map<string, { text: string; at: number }>()
    for (const [at, read] of reads.entries()) {
      const text = values[at] ?? ''
      if (!read || text === '') continue
      const isEmptied = use === 'import' && text === EMPTIED
      for (const [name, field] of Object.entries(read(unguarded(text))))
        if (!said.has(name) && (isEmptied || field)) said.set(name, { text: isEmptied ? '' : field, at })
    }
    const place = placeOf(said, use)
    if (typeof place === 'string') addProblem(problems, { code: place, row, value: said.get('file')?.text })
    else sheet.rows.push({ row, ...place, cells: cellsOf(said, { row, columns, problems }) })
  }
  return sheet
}

type Said = ReadonlyMap<string, { text: string; at: number }>

/** The clip or file that a row is about, or why there is none. */
function placeOf(said: Said, use: SheetUse): { id: number | undefined; file: string } | SheetProblemCode {
  const id = said.get('id')?.text
  const file = said.get('file')?.text ?? ''
  if (id !== undefined && !/^[1-9]\d{0,14}$/.test(id)) return 'notNumber'
  if (id === undefined && file === '') return 'noName'
  if (!PLAIN_TEXT.test(file)) return 'hidden'
  if (use === 'import') return { id: id === undefined ? undefined : Number(id), file }
  const path = posix.normalize(file.replaceAll('\\', '/').normalize('NFC'))
  return /^(?:\/|[a-z]:|\.\.(?:\/|$))/i.test(path) ? 'outside' : { id: undefined, file: path }
}

function cellsOf(
  said: Said,
  { row, columns, problems }: { row: number; columns: readonly string[]; problems: Problems },
): Partial<SheetCells> {
  const cells: Record<string, unknown> = {}
  for (const [column, { text, at }] of said) {
    if (!isField(column)) continue
    const { data, error } = FIELDS[column].safeParse(text)
    if (!error) {
      cells[column] = data
      continue
    }
    const [issue] = error.issues
    const most = issue && 'maximum' in issue ? Number(issue.maximum) : undefined
    const code = issue?.message as SheetProblemCode
    addProblem(problems, { code, row, column: at + 1, name: columns[at], value: text, most })
  }
  return cells
}

/** Most names to list. */
const NAMES = 20

export const namesOf = (names: readonly string[]) => ({
  count: names.length,
  first: names.slice(0, NAMES).map(cutText),
})

/** What is told of any sheet. */
export function toldOf({ format, count, problems, unknown, exportOnly }: Omit<Sheet, 'rows' | 'places'>) {
  return {
    format: format ?? null,
    rows: count,
    problems: problems.first,
    wrong: problems.count,
    unknown: namesOf(unknown),
    export_only: exportOnly,
  } satisfies Partial<SheetResult>
}

/** The key of a category that a sheet names by its key or by its label in either language. */
export function categoryKey(
  text: string,
  categories: Iterable<{ key: string; label: string; label_ja: string }>,
): string | undefined {
  const wanted = folded(text)
  for (const { key, label, label_ja } of categories)
    if (key === text || folded(label) === wanted || folded(label_ja) === wanted) return key
  return undefined
}

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase()
