import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import { isJapanese, type Notes } from '#server/ingest/notes/notes.ts'
import { type ClipDetails, titleFromName } from '#server/library/clip-details.ts'
import type { SheetCells } from './read-sheet.ts'

/** What a row says, or notes where it says nothing. Each is absent where neither does. */
export function saidOf(row: Partial<SheetCells> = {}, notes: Notes): Partial<ClipDetails> {
  const { title_en, description_en, keywords_en, keywords_ja, ai, ...cells } = row
  const said = {
    ...cells,
    title: title_en || notes.titles.find(isForeign),
    title_ja: row.title_ja || notes.titles.find(isJapanese),
    description: description_en || notes.descriptions.find(isForeign),
    description_ja: row.description_ja || notes.descriptions.find(isJapanese),
    keywords: keywords_en?.length ? keywords_en : notes.keywords.filter(isForeign),
    keywords_ja: keywords_ja?.length ? keywords_ja : notes.keywords.filter(isJapanese),
    user_name: row.user_name || notes.creators[0],
    date_created: row.date_created || notes.dates[0],
  }
  const kept = Object.entries(said).filter(([, value]) => value !== undefined && value.length > 0)
  return { ...Object.fromEntries(kept), ...(ai && { ai: ai === 'yes' }) }
}

/** Details of a new file: what is said, else its name. A missing language takes the other's text. */
export function detailsOf(
  file: string,
  row: Partial<SheetCells> | undefined,
  notes: Notes,
  siteName: string,
): ClipDetails {
  const said = saidOf(row, notes)
  const title = said.title ?? said.title_ja ?? titleFromName(file)
  const description = said.description ?? said.description_ja ?? ''
  return {
    keywords: [],
    keywords_ja: [],
    category: UNCATEGORISED,
    license: `${siteName} Standard License`,
    license_type: 'commercial',
    user_name: '',
    source: '',
    source_url: '',
    date_created: '',
    still_license: '',
    still_license_url: '',
    tags: [],
    modifier_model: '',
    modifier_company: '',
    modifier_date: '',
    ...said,
    title,
    title_ja: said.title_ja ?? title,
    description,
    description_ja: said.description_ja ?? description,
  }
}

const isForeign = (text: string) => !isJapanese(text)
