import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SheetResult } from '#contract/studio/clips/sheets.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type Footage, sidecarNames } from '#server/ingest/folder.ts'
import { readSheetFile } from '#server/ingest/sheets/sheet-text.ts'
import { readSheetsBeside, type SheetsBeside, storedCategories } from '#server/ingest/sheets/sheets-beside.ts'
import { originalKey } from '#server/media/storage-key.ts'
import type { UploadRow, UploadRun } from './upload-run.ts'

/** The store no longer has all bytes of an upload. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** Makes an upload's file readable on this machine, and returns its path. @throws Damaged */
export async function fetchFile(
  { uploads, storage }: Pick<Deps, 'uploads' | 'storage'>,
  { id, file_name, bytes, held, sha256 }: UploadRow,
  { folder, signal }: UploadRun,
): Promise<string> {
  const path = join(folder, `${id}${extname(file_name)}`)
  if (held === 'original')
    await pipeline(await storage.read(originalKey(sha256)), createWriteStream(path), { signal })
  else await uploads.files.place(id, path, signal)
  // It was checked when it arrived; since then the store may have lost a piece.
  if ((await stat(path)).size !== bytes) throw new Damaged(`${file_name} has lost bytes`)
  return path
}

/** A film or photograph with the texts of its batch's sheets and its sidecar. @throws Damaged */
export async function fetchFootage(
  deps: Pick<Deps, 'db' | 'uploads' | 'storage'>,
  run: UploadRun,
): Promise<Footage> {
  const { row } = run
  const beside = await companions(deps.db, row)
  const { textsOf } = await readSheets(deps, run, beside)
  const sidecar = sidecarOf(row, beside)
  const name = nameOf(row)
  return {
    path: await fetchFile(deps, row, run),
    name,
    sidecar: sidecar && (await fetchFile(deps, sidecar, run)),
    ...textsOf(name),
  }
}

/** What became of a sheet beside the films and photographs of its batch. @throws Damaged */
export async function fetchSheetResult(
  deps: Pick<Deps, 'db' | 'uploads' | 'storage'>,
  run: UploadRun,
): Promise<SheetResult> {
  const { row } = run
  const beside = await companions(deps.db, row)
  const sheets = beside.some(({ id }) => id === row.id) ? beside : [...beside, row]
  const footage = await inBatch(deps.db, row)
    .where('kind', 'in', ['video', 'image'])
    .where('state', '!=', 'cancelled')
    .execute()
  const reports = (await readSheets(deps, run, sheets)).reports(footage.map(nameOf))
  return reports.find(({ name }) => name === nameOf(row))!.result
}

async function readSheets(
  deps: Pick<Deps, 'db' | 'uploads' | 'storage'>,
  run: UploadRun,
  beside: UploadRow[],
): Promise<SheetsBeside> {
  const read = async (sheet: UploadRow) => readSheetFile(await fetchFile(deps, sheet, run))
  const sheets = beside.filter(({ kind }) => kind === 'sheet')
  return readSheetsBeside(
    sheets.map((sheet) => ({ name: nameOf(sheet), read: () => read(sheet) })),
    await storedCategories(deps.db),
  )
}

/** Path of an upload below the dropped folder. */
function nameOf({ folder, file_name }: UploadRow): string {
  return posix.join(folder, file_name)
}

/** Sheets and sidecars of the batch; of files dropped twice the later one. */
async function companions(db: Db, row: UploadRow): Promise<UploadRow[]> {
  const rows = await inBatch(db, row)
    .where('kind', 'in', ['sheet', 'sidecar'])
    .where('state', 'not in', ['sending', 'cancelled'])
    .where('held', '=', 'upload')
    .orderBy('created')
    .execute()
  return [...new Map(rows.map((row) => [nameOf(row), row])).values()]
}

/** Uploads of the same batch; an upload without one has no others. */
function inBatch(db: Db, { batch, user_id }: UploadRow) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('batch', '=', batch)
    .where('user_id', 'is not distinct from', user_id)
}

function sidecarOf({ folder, file_name }: UploadRow, beside: UploadRow[]): UploadRow | undefined {
  const here = beside.filter((one) => one.kind === 'sidecar' && one.folder === folder)
  return sidecarNames(file_name)
    .map((name) => here.findLast((one) => one.file_name.toLowerCase() === name))
    .find(Boolean)
}
