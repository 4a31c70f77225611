import type * as calls from '#contract/studio/library-calls.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { bulkOperation, lastOperation, startBulk, undoBulk } from '#server/library/bulk/operations.ts'
import { previewBulk } from '#server/library/bulk/preview-bulk.ts'
import { countLibrary } from '#server/library/list/count-library.ts'
import { libraryChoices } from '#server/library/list/library-choices.ts'
import { allIds, listLibrary } from '#server/library/list/list-library.ts'
import { exportSheet } from '#server/sheets/export-sheet.ts'
import { planImport } from '#server/sheets/plan-import.ts'
import { importSheet } from '#server/sheets/start-import.ts'

export const library: Handlers<typeof calls> = {
  libraryPage: ({ deps }, query) => listLibrary(deps, query),
  libraryCounts: ({ deps }, filters) => countLibrary(deps, filters),
  libraryChoices: ({ deps }) => libraryChoices(deps),
  libraryIds: ({ deps }, { after: _, ...listed }) => allIds(deps, listed),
  previewBulk: ({ deps }, input) => previewBulk(deps, input),
  startBulk: ({ deps, member }, input) => startBulk(deps, member, input),
  lastBulk: ({ deps, member }) => lastOperation(deps, member),
  bulkOperation: ({ deps }, { id }) => bulkOperation(deps, id),
  undoBulk: ({ deps, member }, { id }) => undoBulk(deps, member, id),
  exportSheet: ({ deps }, { ids }) => exportSheet(deps, ids),
  async previewImport({ deps }, { name, bytes }) {
    const { plan } = await planImport(deps.db, Buffer.from(bytes, 'base64'), name)
    return plan
  },
  importSheet: ({ deps, member }, input) => importSheet(deps, member, input),
}
