import type { Deps } from '#server/deps.ts'
import { fetchSheetResult } from './fetch-footage.ts'
import type { UploadRun } from './upload-run.ts'

/** Stores what becomes of a sheet; the media of its batch use its good fields. @throws Damaged, NoLongerWanted */
export async function checkCompanion(
  deps: Pick<Deps, 'db' | 'uploads' | 'storage'>,
  run: UploadRun,
): Promise<void> {
  if (run.row.kind === 'sidecar') return run.end('ready', {})
  const sheet = await fetchSheetResult(deps, run)
  const reason = sheet.format === null ? 'sheetUnknown' : sheet.wrong > 0 ? 'sheet' : undefined
  await run.end('ready', { sheet, ...(reason && { reason }) })
}
