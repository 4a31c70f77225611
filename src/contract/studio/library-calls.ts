import { isLargeDeletion } from '#domain/studio/bulk-change.ts'
import { get, post } from '../call.ts'
import { SourceParams } from '../clips.ts'
import {
  BulkInput,
  BulkOperation,
  BulkPreview,
  LastOperation,
  LibraryChoices,
  LibraryCounts,
  LibraryFilterQuery,
  LibraryIds,
  LibraryPage,
  LibraryQuery,
} from './library.ts'
import { ImportPlan, SheetExport, SheetFile, SheetImport } from './sheets.ts'

/** The ids of 50,000 clips. */
const MANY_IDS = 1024 * 1024
/** MOST_SHEET_BYTES in base64, and the names around them. */
const SHEET = 7 * 1024 * 1024

export const libraryPage = get('/api/studio/library', {
  does: 'Clips of the library in any state.',
  may: 'editor',
  query: LibraryQuery,
  answer: LibraryPage,
})

export const libraryCounts = get('/api/studio/library/counts', {
  does: 'Clips that match the filters, by state, whatever state is chosen.',
  may: 'editor',
  query: LibraryFilterQuery,
  answer: LibraryCounts,
})

export const libraryChoices = get('/api/studio/library/choices', {
  does: 'The choices for filters.',
  may: 'editor',
  answer: LibraryChoices,
})

export const libraryIds = post('/api/studio/library/ids', {
  does: 'All clips that match the filters, in the list’s order.',
  may: 'editor',
  query: LibraryQuery,
  answer: LibraryIds,
})

export const previewBulk = post('/api/studio/library/bulk/preview', {
  does: 'What a change of many clips would do; changes nothing.',
  may: 'editor',
  body: BulkInput,
  answer: BulkPreview,
  bodyBytes: MANY_IDS,
})

export const startBulk = post('/api/studio/library/bulk', {
  does: 'Orders a change of many clips; it runs as a job.',
  may: 'editor',
  proof: ({ change, ids }: BulkInput) => (isLargeDeletion(change, ids.length) ? 'any' : undefined),
  body: BulkInput,
  answer: BulkOperation,
  bodyBytes: MANY_IDS,
})

export const lastBulk = get('/api/studio/library/bulk', {
  does: 'The caller’s last bulk operation.',
  may: 'editor',
  answer: LastOperation,
})

export const bulkOperation = get('/api/studio/library/bulk/{id}', {
  does: 'A bulk operation and its progress.',
  may: 'editor',
  params: SourceParams,
  answer: BulkOperation,
  errors: ['notFound'],
})

export const undoBulk = post('/api/studio/library/bulk/{id}/undo', {
  does: 'Undoes a bulk operation, by an operation of its own.',
  may: 'editor',
  params: SourceParams,
  answer: BulkOperation,
  errors: ['notFound'],
})

export const exportSheet = post('/api/studio/library/csv', {
  does: 'A sheet of these clips, in order.',
  may: 'editor',
  body: SheetExport,
  file: { type: 'text/csv; charset=utf-8', name: 'library.csv' },
  bodyBytes: MANY_IDS,
})

export const previewImport = post('/api/studio/library/import/preview', {
  does: 'What a sheet would change; changes nothing.',
  may: 'editor',
  body: SheetFile,
  answer: ImportPlan,
  errors: ['fileTooLarge'],
  bodyBytes: SHEET,
})

export const importSheet = post('/api/studio/library/import', {
  does: 'Orders the import that a preview with this digest showed; it runs as a bulk operation.',
  may: 'editor',
  body: SheetImport,
  answer: BulkOperation,
  errors: ['fileTooLarge', 'previewOutdated'],
  bodyBytes: SHEET,
})
