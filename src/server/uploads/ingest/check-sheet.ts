import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { readCategories } from '#server/ingest/sheets/category-sheet.ts'
import { readMetadata } from '#server/ingest/sheets/metadata.ts'
import { readSheetFile } from '#server/ingest/sheets/sheet-text.ts'
import { fetchFile } from './fetch-footage.ts'
import type { UploadRun } from './upload-run.ts'

/** Most characters of a sheet's problems. */
const LONGEST = 2_000

/** Reports a sheet's problems; the media of its batch use its good rows. @throws Refusal, NoLongerWanted */
export async function checkCompanion(deps: Pick<Deps, 'uploads' | 'storage'>, run: UploadRun): Promise<void> {
  const { row } = run
  if (row.kind === 'sidecar') return run.end('ready', {})
  const bytes = await readSheetFile(await fetchFile(deps, row, run))
  if (/^categories\.csv$/i.test(row.file_name)) refuseIf(readCategories(bytes, row.file_name).problems)
  else {
    const { problems, format } = readMetadata(bytes, row.file_name)
    if (!format)
      return run.end('ready', {
        reason: 'sheetUnknown',
        text: problems[0] ?? 'its columns are not known, so it is not read',
      })
    refuseIf(problems)
  }
  await run.end('ready', {})
}

function refuseIf(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal(problems.join('\n').slice(0, LONGEST), { code: 'sheet' })
}
