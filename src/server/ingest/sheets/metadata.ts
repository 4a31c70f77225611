import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import { isJapanese, type Notes } from '#server/ingest/notes/notes.ts'
import { type ClipDetails, titleFromName } from '#server/library/clip-details.ts'
import type { SheetCells } from './read-sheet.ts'

/** Whether the file's own notes could fill a gap in its row. */
export const leavesOut = (row: Partial<SheetCells>) => NOTED.some((column) => !row[column]?.length)

const NOTED = [
  ...(['title_en', 'title_ja', 'description_en', 'description_ja'] as const),
  ...(['keywords_en', 'keywords_ja', 'user_name', 'date_created'] as const),
]

/** Details of a file: from its row, else its own notes, else its name. A missing language takes the other's text. */
export function detailsOf(
  file: string,
  row: Partial<SheetCells> = {},
  notes: Notes,
  siteName: string,
): ClipDetails {
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
    keywords: row.keywords_en?.length ? row.keywords_en : notes.keywords.filter(isForeign),
    keywords_ja: row.keywords_ja?.length ? row.keywords_ja : notes.keywords.filter(isJapanese),
    category: row.category || UNCATEGORISED,
    license: row.license || `${siteName} Standard License`,
    license_type: row.license_type || 'commercial',
    user_name: row.user_name || notes.creators[0] || '',
    source: row.source ?? '',
    source_url: row.source_url ?? '',
    date_created: row.date_created || notes.dates[0] || '',
    still_license: row.still_license ?? '',
    still_license_url: row.still_license_url ?? '',
    tags: row.tags ?? [],
    modifier_model: row.modifier_model ?? '',
    modifier_company: row.modifier_company ?? '',
    modifier_date: row.modifier_date ?? '',
    ...(row.ai && { ai: row.ai === 'yes' }),
  }
}

const isForeign = (text: string) => !isJapanese(text)
