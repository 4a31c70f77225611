import { isLargeDeletion } from '#domain/studio/library/bulk-change.ts'
import { editor } from '../../call.ts'
import { SourceParams } from '../../clips/clips.ts'
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

const ofOperation = { example: { id: 1 }, params: SourceParams, answer: BulkOperation } as const

export const libraryPage = editor.get('/api/studio/library', {
  does: 'Clips of the library in any state.',
  example: { category: 'temple' },
  query: LibraryQuery,
  answer: LibraryPage,
})

export const libraryCounts = editor.get('/api/studio/library/counts', {
  does: 'Clips that match the filters, by state, whatever state is chosen.',
  example: { category: 'temple' },
  query: LibraryFilterQuery,
  answer: LibraryCounts,
})

export const libraryChoices = editor.get('/api/studio/library/choices', {
  does: 'The choices for filters.',
  answer: LibraryChoices,
})

export const libraryIds = editor.post('/api/studio/library/ids', {
  does: 'All clips that match the filters, in the list’s order.',
  example: { category: 'temple' },
  query: LibraryQuery,
  answer: LibraryIds,
})

export const previewBulk = editor.post('/api/studio/library/bulk/preview', {
  does: 'What a change of many clips would do; changes nothing.',
  example: { ids: [7, 8], change: { kind: 'keywords', how: 'add', language: 'en', keywords: ['rain'] } },
  body: BulkInput,
  answer: BulkPreview,
  bodyBytes: MANY_IDS,
})

export const startBulk = editor.post('/api/studio/library/bulk', {
  does: 'Orders a change of many clips; it runs as a job.',
  example: { ids: [7, 8], change: { kind: 'keywords', how: 'add', language: 'en', keywords: ['rain'] } },
  proof: ({ change, ids }: BulkInput) => (isLargeDeletion(change, ids.length) ? 'any' : undefined),
  body: BulkInput,
  answer: BulkOperation,
  bodyBytes: MANY_IDS,
})

export const lastBulk = editor.get('/api/studio/library/bulk', {
  does: 'The caller’s last bulk operation.',
  answer: LastOperation,
})

export const bulkOperation = editor.get('/api/studio/library/bulk/{id}', {
  does: 'A bulk operation and its progress.',
  ...ofOperation,
  errors: ['notFound'],
})

export const undoBulk = editor.post('/api/studio/library/bulk/{id}/undo', {
  does: 'Undoes a bulk operation, by an operation of its own.',
  ...ofOperation,
  errors: ['notFound'],
})

export const exportSheet = editor.post('/api/studio/library/csv', {
  does: 'A sheet of these clips, in order.',
  example: { ids: [7, 8] },
  body: SheetExport,
  file: { type: 'text/csv; charset=utf-8', name: 'library.csv' },
  bodyBytes: MANY_IDS,
})

export const previewImport = editor.post('/api/studio/library/import/preview', {
  does: 'What a sheet would change; changes nothing.',
  example: { name: 'titles.csv', bytes: 'aWQsdGl0bGUKNyxBIHRlbXBsZSBpbiBzb2Z0IHJhaW4K' },
  body: SheetFile,
  answer: ImportPlan,
  errors: ['fileTooLarge'],
  bodyBytes: SHEET,
})

export const importSheet = editor.post('/api/studio/library/import', {
  does: 'Orders the import that a preview with this digest showed; it runs as a bulk operation.',
  example: { name: 'titles.csv', bytes: 'aWQsdGl0bGUKNyxBIHRlbXBsZSBpbiBzb2Z0IHJhaW4K', digest: '5f1d7a84' },
  body: SheetImport,
  answer: BulkOperation,
  errors: ['fileTooLarge', 'previewOutdated'],
  bodyBytes: SHEET,
})
