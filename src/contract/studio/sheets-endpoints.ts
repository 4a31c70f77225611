import { post } from '../request.ts'
import type { BulkOperation } from './library.ts'
import type { ImportPlan, SheetFile, SheetImport } from './sheets.ts'

/** Previews a sheet's changes; writes nothing. */
export const previewImport = post<SheetFile, ImportPlan>('/api/studio/library/import/preview')

/**
 * Orders the import; it runs as a bulk operation. 409 `PREVIEW_OUTDATED` if the library has changed since the preview.
 */
export const importSheet = post<SheetImport, BulkOperation>('/api/studio/library/import')
