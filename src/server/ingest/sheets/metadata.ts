import { posix } from 'node:path'
import { z } from 'zod'
import { PLAIN_TEXT } from '#contract/plain-text.ts'
import { isWebAddress } from '#domain/address/web-address.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import { isJapanese, type Notes } from '#server/ingest/notes/notes.ts'
import { type ClipDetails, titleFromName } from '#server/library/clip-details.ts'
import { readColumns, type SheetFormat } from './agency-columns.ts'
import { addLine, type BoundedLines, cut, listed, noLines } from './bounded-lines.ts'
import { type CsvRow, LONGEST_NAME, readCsv } from './csv-rows.ts'

/** Rows by the file's path below the ingested folder (NFC, with `/`). */
export interface Metadata {
  rows: Map<string, SheetRow>
  /** The site or agency whose columns it has; undefined if unknown. */
  format: SheetFormat | undefined
  problems: string[]
  warnings: string[]
}

/** A cell; its line breaks are kept. */
export const cell = (most: number) =>
  z.string().max(most, `is longer than ${most} characters`).regex(PLAIN_TEXT, 'has hidden characters')

const list = z
  .string()
  .transform((text) => [...new Set(text.split(';').map((word) => word.trim()))].filter(Boolean))
  .pipe(z.array(cell(80)).max(100, 'holds more than 100 entries'))

const webAddress = cell(500).refine((text) => text === '' || isWebAddress(text), 'is not an http address')

const Row = z.object({
  file: z
    .string()
    .min(1, 'is empty')
    .regex(PLAIN_TEXT, 'has hidden characters')
    .transform((path) => posix.normalize(path.replaceAll('\\', '/').normalize('NFC')))
    .refine((path) => !/^(?:\/|[a-z]:|\.\.(?:\/|$))/i.test(path), 'must be in the folder of the sheet'),
  title_en: cell(200).default(''),
  title_ja: cell(200).default(''),
  description_en: cell(5000).default(''),
  description_ja: cell(5000).default(''),
  keywords_en: list.default([]),
  keywords_ja: list.default([]),
  category: z
    .string()
    .regex(/^(?:[a-z0-9]+(?:_[a-z0-9]+)*)?$/, 'must be lower case words joined by underscores')
    .max(60, 'is longer than 60 characters')
    .default(''),
  license: cell(200).default(''),
  license_type: z
    .enum(['commercial', 'editorial', ''], { error: 'must be commercial or editorial' })
    .default(''),
  user_name: cell(200).default(''),
  source: cell(200).default(''),
  source_url: webAddress.default(''),
  date_created: z
    .string()
    .refine((text) => text === '' || z.iso.date().safeParse(text).success, 'must be a date like 2024-05-31')
    .default(''),
  tags: list.default([]),
  modifier_model: cell(200).default(''),
  modifier_company: cell(200).default(''),
  ai: z.enum(['yes', 'no', ''], { error: 'must be yes or no' }).default(''),
})

/** The cells of a row, without its file. */
export const SheetCells = Row.omit({ file: true })
export type SheetCells = z.infer<typeof SheetCells>
export const ROW_COLUMNS: readonly string[] = Object.keys(Row.shape)

/** A raw row; missing cells are empty. */
export type SheetRow = z.infer<typeof Row>

/** Rows of a sheet beside footage. */
const MOST_ROWS = 100_000

/**
 * Reads a sheet at this path, with our own columns or an agency's. A bad row is left out and reported by line and
 * column.
 */
export function readMetadata(bytes: Buffer, name: string): Metadata {
  const { columns, rows, problems } = readCsv(bytes, name, MOST_ROWS + 1)
  const metadata = { rows: new Map<string, SheetRow>(), problems }
  const known = columns.length > 0 ? readColumns(columns, Object.keys(Row.shape)) : undefined
  const isRead = known && (known.format !== 'nagare' || columns.includes('file'))
  if (columns.length > 0 && !isRead) addLine(problems, `${name} line 1: there is no column "file"`)
  if (rows.length > MOST_ROWS) addLine(problems, `${name}: there are more than ${MOST_ROWS} rows`)
  const warnings = noLines()
  if (isRead) {
    for (const column of known.unknown)
      addLine(warnings, `${name}: column "${cut(column, LONGEST_NAME)}" is not known and is not read`)
    for (const { line, values } of rows.slice(0, MOST_ROWS))
      addRow({ line, values: known.ours(values) }, name, metadata)
  }
  return {
    rows: metadata.rows,
    format: isRead ? known.format : undefined,
    problems: listed(problems),
    warnings: listed(warnings),
  }
}

interface Reading {
  rows: Map<string, SheetRow>
  problems: BoundedLines
}

function addRow({ line: at, values }: CsvRow, name: string, { rows, problems }: Reading): void {
  const parsed = Row.safeParse(values)
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      addLine(problems, `${name} line ${at}, column ${String(issue.path[0])}: ${issue.message}`)
    return
  }
  const file = posix.join(posix.dirname(name), parsed.data.file)
  if (rows.has(file)) addLine(problems, `${name} line ${at}, column file: ${file} has a row already`)
  else rows.set(file, parsed.data)
}

const NO_ROW = Row.parse({ file: '-' })

/** Whether the file's own notes could fill a gap in its row. */
export const leavesOut = (row: SheetRow) => NOTED.some((column) => row[column].length === 0)

const NOTED = [
  ...(['title_en', 'title_ja', 'description_en', 'description_ja'] as const),
  ...(['keywords_en', 'keywords_ja', 'user_name', 'date_created'] as const),
]

/** Details of a file: from its row, else its own notes, else its name. A missing language takes the other's text. */
export function detailsOf(file: string, row: SheetRow = NO_ROW, notes: Notes, siteName: string): ClipDetails {
  const title_en = row.title_en || notes.titles.find(isForeign) || ''
  const title_ja = row.title_ja || notes.titles.find(isJapanese) || ''
  const description_en = row.description_en || notes.descriptions.find(isForeign) || ''
  const description_ja = row.description_ja || notes.descriptions.find(isJapanese) || ''
  const title = title_en || title_ja || titleFromName(file)
  return {
    title,
    title_ja: title_ja || title,
    description: description_en || description_ja,
    description_ja: description_ja || description_en,
    keywords: row.keywords_en.length > 0 ? row.keywords_en : notes.keywords.filter(isForeign),
    keywords_ja: row.keywords_ja.length > 0 ? row.keywords_ja : notes.keywords.filter(isJapanese),
    category: row.category || UNCATEGORISED,
    license: row.license || `${siteName} Standard License`,
    license_type: row.license_type || 'commercial',
    user_name: row.user_name || notes.creators[0] || '',
    source: row.source,
    source_url: row.source_url,
    date_created: row.date_created || notes.dates[0] || '',
    tags: row.tags,
    modifier_model: row.modifier_model,
    modifier_company: row.modifier_company,
    ...(row.ai && { ai: row.ai === 'yes' }),
  }
}

const isForeign = (text: string) => !isJapanese(text)
