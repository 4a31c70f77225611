import { MOST_SHEET_ROWS } from '#contract/studio/sheets.ts'
import { unguarded } from '#server/csv-lines.ts'
import { readColumns, type SheetFormat } from '#server/ingest/sheets/agency-columns.ts'
import { addLine, type BoundedLines } from '#server/ingest/sheets/bounded-lines.ts'
import { readCsv } from '#server/ingest/sheets/csv-rows.ts'
import { ROW_COLUMNS, SheetCells } from '#server/ingest/sheets/metadata.ts'

/** A row that names its clip by id or file name, with its non-empty cells. */
export interface ImportRow {
  line: number
  id: number | undefined
  file: string
  /** By our columns. */
  cells: Partial<SheetCells>
}

export interface ImportSheet {
  format: SheetFormat | undefined
  rows: ImportRow[]
  problems: BoundedLines
  unread: string[]
}

/** Empties a cell, since an empty one changes nothing. */
const EMPTIED = '-'
const NOT_READ = ['state']
/** Made once: making it per row would take most of the time. */
const SaidCells = SheetCells.partial()

/** Reads a sheet for an import. A bad row is left out and reported by line and column. */
export function readImport(bytes: Buffer, name: string): ImportSheet {
  const { columns, rows, problems } = readCsv(bytes, name, MOST_SHEET_ROWS + 1)
  const known = readColumns(columns, [...ROW_COLUMNS, 'id', ...NOT_READ])
  const sheet: ImportSheet = { format: known?.format, rows: [], problems, unread: known?.unknown ?? [] }
  if (columns.length > 0 && !known) addLine(problems, `${name} line 1: there is no column "id" or "file"`)
  if (rows.length > MOST_SHEET_ROWS) addLine(problems, `${name}: there are more than ${MOST_SHEET_ROWS} rows`)
  if (!known || rows.length > MOST_SHEET_ROWS) return sheet
  for (const { line, values } of rows) {
    const row = readRow(known.ours(values))
    if ('wrong' in row) for (const wrong of row.wrong) addLine(problems, `${name} line ${line}, ${wrong}`)
    else sheet.rows.push({ line, ...row })
  }
  return sheet
}

function readRow(values: Record<string, string>): Omit<ImportRow, 'line'> | { wrong: string[] } {
  const { id: number = '', file = '', ...rest } = values
  if (number !== '' && !/^[1-9]\d{0,14}$/.test(number)) return { wrong: ['column id: must be a number'] }
  if (number === '' && file === '') return { wrong: ['column file: is empty'] }
  const said = Object.entries(rest)
    .filter(([column, text]) => text !== '' && ROW_COLUMNS.includes(column))
    .map(([column, text]) => [column, text === EMPTIED ? '' : unguarded(text)] as const)
  const parsed = SaidCells.safeParse(Object.fromEntries(said))
  if (!parsed.success)
    return { wrong: parsed.error.issues.map(({ path, message }) => `column ${String(path[0])}: ${message}`) }
  // Missing cells have a default, which must not overwrite anything.
  const cells = Object.fromEntries(said.map(([column]) => [column, parsed.data[column as keyof SheetCells]]))
  return { id: number === '' ? undefined : Number(number), file, cells }
}
