import { CsvError, parse } from 'csv-parse/sync'
import { delimiterOf, sheetText } from './sheet-text.ts'

/** One record of a CSV file with a header: values by column name, and the line (from 1) where it begins. */
export interface CsvRow {
  line: number
  values: Record<string, string>
}

export interface CsvSheet {
  columns: string[]
  rows: CsvRow[]
  /** One line each, naming line and column. */
  problems: string[]
}

interface RawRecord {
  record: string[]
  raw: string
  info: { lines: number }
}

/**
 * Reads CSV as spreadsheets write it. Broken rows and rows with too many or few fields are problems; so is a column that
 * comes twice, and then nothing is read. @param most rows to read; later ones are left out
 */
export function readCsv(bytes: Buffer, name: string, most = Number.MAX_SAFE_INTEGER - 1): CsvSheet {
  const problems: string[] = []
  const text = decoded(bytes, name, problems)
  const records = text === undefined ? [] : parsed(text, { name, problems, to: most + 1 })
  const [header, ...body] = records
  const columns = (header?.record ?? []).map((column) => column.trim())
  const named = columns.filter(Boolean)
  if (new Set(named).size < named.length) {
    // Nobody can say which of the two counts.
    const twice = named.find((column, at) => named.indexOf(column) < at)
    return { columns: [], rows: [], problems: [`${name} line 1: column "${twice}" comes twice`] }
  }
  const rows = body.flatMap((entry) => {
    const line = beginsAt(entry)
    if (entry.record.length === columns.length) return [{ line, values: byColumn(columns, entry.record) }]
    problems.push(
      `${name} line ${line}: ${entry.record.length} fields where the header has ${columns.length}`,
    )
    return []
  })
  return { columns, rows, problems }
}

function decoded(bytes: Buffer, name: string, problems: string[]): string | undefined {
  const text = sheetText(bytes)
  if (text === undefined) problems.push(`${name} is neither UTF-8 nor Shift_JIS; save it as "CSV UTF-8"`)
  return text
}

interface Parsing {
  name: string
  problems: string[]
  /** Records to read, with the header. */
  to: number
  delimiter?: string
}

/**
 * An unclosed quote would swallow the rest of the file: its line becomes a problem, and reading continues on the next.
 */
function parsed(
  text: string,
  { name, problems, to, delimiter = delimiterOf(text) }: Parsing,
  before = 0,
): RawRecord[] {
  const records: RawRecord[] = []
  const form = { bom: true, relax_column_count: true, skip_empty_lines: true, delimiter, to }
  const options = { ...form, raw: true, info: true }
  const keep = (entry: unknown) => {
    const { record, raw, info } = entry as RawRecord
    records.push({ record, raw, info: { lines: info.lines + before } })
    return null
  }
  try {
    parse(text, { ...options, relax_quotes: true, on_record: keep })
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = (records.at(-1)?.info.lines ?? before) + 1
    problems.push(`${name} line ${line}: a quote is opened and never closed`)
    const rest = text
      .split(/(?<=\n)/)
      .slice(line - before)
      .join('')
    return [...records, ...parsed(rest, { name, problems, to: to - records.length, delimiter }, line)]
  }
}

/** The parser gives the last line of a record; the line breaks inside are subtracted. */
function beginsAt({ raw, info }: RawRecord): number {
  return info.lines - (raw.trim().match(/\r\n|\n|\r/g)?.length ?? 0)
}

function byColumn(columns: string[], record: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, i) => [column, (record[i] ?? '').trim()]))
}
