import { CsvError, parse } from 'csv-parse/sync'
import { addProblem, noProblems, type Problems } from './problems.ts'
import { MOST_SHEET_FILE_BYTES, separatorOf, sheetText } from './sheet-text.ts'

/** One record of a CSV file with a header: a value per column, and the row (from 1) as a spreadsheet counts it. */
export interface CsvRow {
  row: number
  values: string[]
}

export interface CsvSheet {
  columns: string[]
  rows: CsvRow[]
  problems: Problems
}

/** More than any agency's sheet has. */
const MOST_COLUMNS = 500
/** After each, the rest of the file is read again. */
const MOST_OPEN_QUOTES = 10

/**
 * Reads CSV as spreadsheets write it. Broken rows and rows with too many fields are problems; so are a column that
 * comes twice and too many columns, and then nothing is read. @param most rows to read; later ones are left out
 */
export function readCsv(bytes: Buffer, most: number): CsvSheet {
  const problems = noProblems()
  const unread = (problem: Parameters<typeof addProblem>[1]): CsvSheet => {
    addProblem(problems, problem)
    return { columns: [], rows: [], problems }
  }
  if (bytes.length > MOST_SHEET_FILE_BYTES)
    return unread({ code: 'tooLarge', most: MOST_SHEET_FILE_BYTES / 1024 / 1024 })
  const text = sheetText(bytes)
  if (text === undefined) return unread({ code: 'encoding' })
  // Looked at before parsing, which makes an object of each field.
  const { delimiter, columns: wide } = separatorOf(text)
  const [header, ...body] = wide > MOST_COLUMNS ? [] : parsed(text, { problems, to: most + 2, delimiter })
  const columns = header?.values ?? []
  const width = Math.max(wide, columns.length)
  if (width > MOST_COLUMNS)
    return unread({ code: 'tooManyColumns', value: String(width), most: MOST_COLUMNS })
  const twice = firstTwice(columns.filter(Boolean))
  // Nobody can say which of the two counts.
  if (twice !== undefined) return unread({ code: 'columnTwice', value: twice })
  const rows = body.slice(0, most).filter(({ row, values }) => {
    // Spreadsheets leave out, or add, empty fields at the end.
    const fields = values.findLastIndex(Boolean) + 1
    if (fields > columns.length)
      addProblem(problems, { code: 'fields', row, value: String(fields), most: columns.length })
    return fields > 0 && fields <= columns.length
  })
  if (body.length > most) addProblem(problems, { code: 'tooManyRows', most })
  return { columns, rows, problems }
}

function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}

interface Parsing {
  problems: Problems
  /** Records to read, with the header. */
  to: number
  delimiter: string
}

interface Parsed {
  record: string[]
  info: { lines: number; records: number; empty_lines: number }
}

/**
 * An unclosed quote would swallow the rest of the file: its row becomes a problem, and reading continues on the next
 * line.
 */
function parsed(text: string, { problems, to, delimiter }: Parsing): CsvRow[] {
  const rows: CsvRow[] = []
  let rest = text
  /** Rows before the rest. */
  let before = 0
  const form = { bom: true, relax_column_count: true, skip_empty_lines: true, relax_quotes: true, delimiter }
  for (let quotes = 0; quotes < MOST_OPEN_QUOTES && rows.length < to; quotes++) {
    let read = { lines: 0, records: 0, empty_lines: 0 }
    const keep = (entry: unknown) => {
      const { record, info } = entry as Parsed
      read = info
      const values = record.map((value) => value.trim())
      rows.push({ row: before + info.records + info.empty_lines, values })
      return null
    }
    try {
      parse(rest, { ...form, info: true, to: to - rows.length, on_record: keep })
      return rows
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const bad = skipLines(rest, read.lines)
      before += read.records + read.empty_lines + (bad.lines - read.lines) + 1
      addProblem(problems, { code: 'openQuote', row: before })
      rest = bad.rest.slice(endOfLine(bad.rest))
    }
  }
  if (rest && rows.length < to) addProblem(problems, { code: 'afterQuotes', row: before + 1 })
  return rows
}

/** Without its first `count` lines and the empty ones after them, which belong to no record. */
function skipLines(text: string, count: number): { rest: string; lines: number } {
  let at = 0
  let lines = 0
  while (at < text.length && (lines < count || /\r|\n/.test(text[at]!))) {
    at += endOfLine(text, at)
    lines += 1
  }
  return { rest: text.slice(at), lines }
}

/** Letters from here to the next line. */
function endOfLine(text: string, from = 0): number {
  const end = text.indexOf('\n', from)
  return (end === -1 ? text.length : end + 1) - from
}
