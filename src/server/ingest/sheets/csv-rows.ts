import { CsvError, parse } from 'csv-parse/sync'
import { addLine, type BoundedLines, cut, noLines } from './bounded-lines.ts'
import { MOST_SHEET_FILE_BYTES, separatorOf, sheetText } from './sheet-text.ts'

/** One record of a CSV file with a header: values by column name, and the line (from 1) where it begins. */
export interface CsvRow {
  line: number
  values: Record<string, string>
}

export interface CsvSheet {
  columns: string[]
  rows: CsvRow[]
  /** One line each, naming line and column. */
  problems: BoundedLines
}

interface RawRecord {
  record: string[]
  raw: string
  info: { lines: number }
}

/** More than any agency's sheet has. */
const MOST_COLUMNS = 500
/** After each, the rest of the file is read again. */
const MOST_OPEN_QUOTES = 10
/** Letters of a column's name in a message. */
export const LONGEST_NAME = 80

/**
 * Reads CSV as spreadsheets write it. Broken rows and rows with too many or few fields are problems; so are a column
 * that comes twice and too many columns, and then nothing is read. @param most rows to read; later ones are left out
 */
export function readCsv(bytes: Buffer, name: string, most: number): CsvSheet {
  const problems = noLines()
  const nothing = { columns: [], rows: [], problems }
  if (bytes.length > MOST_SHEET_FILE_BYTES) {
    addLine(problems, `${name} is larger than ${MOST_SHEET_FILE_BYTES / 1024 / 1024} MB; split it`)
    return nothing
  }
  const text = sheetText(bytes)
  if (text === undefined) {
    addLine(problems, `${name} is neither UTF-8 nor Shift_JIS; save it as "CSV UTF-8"`)
    return nothing
  }
  // Looked at before parsing, which makes an object of each field.
  const { delimiter, columns: wide } = separatorOf(text)
  const [header, ...body] =
    wide > MOST_COLUMNS ? [] : parsed(text, { name, problems, to: most + 1, delimiter })
  const columns = (header?.record ?? []).map((column) => column.trim())
  const width = Math.max(wide, columns.length)
  if (width > MOST_COLUMNS) {
    addLine(problems, `${name} line 1: ${width} columns, where at most ${MOST_COLUMNS} are read`)
    return nothing
  }
  const twice = firstTwice(columns.filter(Boolean))
  if (twice !== undefined) {
    // Nobody can say which of the two counts.
    addLine(problems, `${name} line 1: column "${cut(twice, LONGEST_NAME)}" comes twice`)
    return nothing
  }
  const rows = body.flatMap((entry) => {
    const line = beginsAt(entry)
    if (entry.record.length === columns.length) return [{ line, values: byColumn(columns, entry.record) }]
    addLine(
      problems,
      `${name} line ${line}: ${entry.record.length} fields where the header has ${columns.length}`,
    )
    return []
  })
  return { columns, rows, problems }
}

function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}

interface Parsing {
  name: string
  problems: BoundedLines
  /** Records to read, with the header. */
  to: number
  delimiter: string
}

/**
 * An unclosed quote would swallow the rest of the file: its line becomes a problem, and reading continues on the next.
 */
function parsed(text: string, { name, problems, to, delimiter }: Parsing): RawRecord[] {
  const records: RawRecord[] = []
  let rest = text
  /** Lines before the rest. */
  let before = 0
  const form = { bom: true, relax_column_count: true, skip_empty_lines: true, delimiter }
  const options = { ...form, raw: true, info: true, relax_quotes: true }
  const keep = (entry: unknown) => {
    const { record, raw, info } = entry as RawRecord
    records.push({ record, raw, info: { lines: info.lines + before } })
    return null
  }
  for (let quotes = 0; quotes < MOST_OPEN_QUOTES && records.length < to; quotes++) {
    const known = records.length
    try {
      parse(rest, { ...options, to: to - known, on_record: keep })
      return records
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const read = records.length > known ? records.at(-1)!.info.lines - before : 0
      const bad = skipLines(rest, read)
      const line = before + bad.lines + 1
      addLine(problems, `${name} line ${line}: a quote is opened and never closed`)
      rest = bad.rest.slice(endOfLine(bad.rest))
      before = line
    }
  }
  if (rest && records.length < to) addLine(problems, `${name} line ${before + 1}: the rest is not read`)
  return records
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

/** The parser gives the last line of a record; the line breaks inside are subtracted. */
function beginsAt({ raw, info }: RawRecord): number {
  return info.lines - (raw.trim().match(/\r\n|\n|\r/g)?.length ?? 0)
}

function byColumn(columns: string[], record: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, i) => [column, (record[i] ?? '').trim()]))
}
