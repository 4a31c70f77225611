import { addressOf } from '#domain/studio/library-address.ts'
import type { LibraryFilters, LibraryOrder } from '#domain/studio/library-filters.ts'
import { get, post } from '../request.ts'
import type {
  BulkInput,
  BulkOperation,
  BulkPreview,
  LastOperation,
  LibraryChoices,
  LibraryCounts,
  LibraryIds,
  LibraryPage,
} from './library.ts'

type Listed = LibraryFilters & LibraryOrder & { after?: string }

export const libraryPage = get<Listed, LibraryPage>((query) => `/api/studio/library${addressOf(query)}`)

export const libraryCounts = get<LibraryFilters, LibraryCounts>(
  (filters) => `/api/studio/library/counts${addressOf(filters)}`,
)

export const libraryChoices = get<void, LibraryChoices>('/api/studio/library/choices')

/** All clips that match the filters, in the list's order. */
export const libraryIds = post<LibraryFilters & LibraryOrder, LibraryIds>(
  (query) => `/api/studio/library/ids${addressOf(query)}`,
)

export const previewBulk = post<BulkInput, BulkPreview>('/api/studio/library/bulk/preview')

/** Orders a change; it runs as a job. */
export const startBulk = post<BulkInput, BulkOperation>('/api/studio/library/bulk')

export const lastBulk = get<void, LastOperation>('/api/studio/library/bulk')

export const bulkOperation = get<{ id: number }, BulkOperation>(({ id }) => `/api/studio/library/bulk/${id}`)

/** Undoes an operation, by an operation of its own. */
export const undoBulk = post<{ id: number }, BulkOperation>(({ id }) => `/api/studio/library/bulk/${id}/undo`)
