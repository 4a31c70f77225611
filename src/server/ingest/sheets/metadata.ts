import { z } from 'zod'
import { type ClipDetails, titleFromName, UNCATEGORISED } from '#server/publish/clip-details.ts'
import { type CsvRow, readCsv } from './csv-rows.ts'

/** Details by file name (NFC). */
export interface Metadata {
  details: Map<string, ClipDetails>
  problems: string[]
  warnings: string[]
}

const line = (most: number) => z.string().max(most, `is longer than ${most} characters`)

const list = z
  .string()
  .transform((text) => [...new Set(text.split(';').map((word) => word.trim()))].filter(Boolean))
  .pipe(z.array(line(80)).max(100, 'holds more than 100 entries'))

const webAddress = line(500).refine(
  (text) => text === '' || /^https?:\/\/[^\s]+$/.test(text),
  'is not an http address',
)

const Row = z.object({
  file: z
    .string()
    .min(1, 'is empty')
    .refine((name) => !/[/\\]/.test(name) && name !== '..', 'must be a name without folders'),
  title_en: line(200).default(''),
  title_ja: line(200).default(''),
  description_en: line(5000).default(''),
  description_ja: line(5000).default(''),
  keywords_en: list.default([]),
  keywords_ja: list.default([]),
  category: z
    .string()
    .regex(/^(?:[a-z0-9]+(?:_[a-z0-9]+)*)?$/, 'must be lower case words joined by underscores')
    .max(60, 'is longer than 60 characters')
    .default(''),
  license: line(200).default(''),
  license_type: z
    .enum(['commercial', 'editorial', ''], { error: 'must be commercial or editorial' })
    .default(''),
  user_name: line(200).default(''),
  source: line(200).default(''),
  source_url: webAddress.default(''),
  tags: list.default([]),
  modifier_model: line(200).default(''),
  modifier_company: line(200).default(''),
})

/** Reads metadata.csv. A bad row is left out and named by line and column. */
export function readMetadata(bytes: Buffer, name: string, siteName: string): Metadata {
  const sheet = readCsv(bytes, name)
  const metadata: Metadata = { details: new Map(), problems: sheet.problems, warnings: [] }
  if (sheet.columns.length > 0 && !sheet.columns.includes('file')) {
    metadata.problems.push(`${name} line 1: there is no column "file"`)
    return metadata
  }
  for (const column of sheet.columns)
    if (!(column in Row.shape))
      metadata.warnings.push(`${name}: column "${column}" is not known and is not read`)
  for (const row of sheet.rows) addRow(row, name, siteName, metadata)
  return metadata
}

function addRow(
  { line: at, values }: CsvRow,
  name: string,
  siteName: string,
  { details, problems }: Metadata,
): void {
  const parsed = Row.safeParse(values)
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      problems.push(`${name} line ${at}, column ${String(issue.path[0])}: ${issue.message}`)
    return
  }
  const file = parsed.data.file.normalize('NFC')
  if (details.has(file)) problems.push(`${name} line ${at}, column file: ${file} has a row already`)
  else details.set(file, completed(parsed.data, siteName))
}

/** Details of a file without a row; its name gives the title. */
export function detailsFromName(file: string, siteName: string): ClipDetails {
  return completed({ ...Row.parse({ file: '-' }), file }, siteName)
}

/** A missing language takes the other's text. */
function completed(row: z.infer<typeof Row>, siteName: string): ClipDetails {
  const title = row.title_en || row.title_ja || titleFromName(row.file)
  return {
    title,
    title_ja: row.title_ja || title,
    description: row.description_en || row.description_ja,
    description_ja: row.description_ja || row.description_en,
    keywords: row.keywords_en,
    keywords_ja: row.keywords_ja,
    category: row.category || UNCATEGORISED,
    license: row.license || `${siteName} Standard License`,
    license_type: row.license_type || 'commercial',
    user_name: row.user_name,
    source: row.source,
    source_url: row.source_url,
    tags: row.tags,
    modifier_model: row.modifier_model,
    modifier_company: row.modifier_company,
  }
}
