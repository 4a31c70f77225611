import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join, parse, posix } from 'node:path'
import type { Selectable } from 'kysely'
import { isFootage } from '#domain/studio/upload-kinds.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

export type UploadRow = Selectable<Database['uploads']>

/** The store no longer has all bytes of an upload. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** Path of an upload below the dropped folder. */
export const nameOf = ({ folder, file_name }: Pick<UploadRow, 'folder' | 'file_name'>) =>
  posix.join(folder, file_name)

/** Recreates the dropped folder for a file, with the sheets of its batch and its sidecar; by links if possible. */
export async function layOut(
  { db, uploads }: Pick<Deps, 'db' | 'uploads'>,
  { row, root, signal }: { row: UploadRow; root: string; signal: AbortSignal },
): Promise<void> {
  await rm(root, { recursive: true, force: true })
  const beside = row.batch === null ? [] : await companions({ db }, row)
  for (const one of [...beside, row]) {
    const path = join(root, nameOf(one))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Of files dropped twice the later one counts.
    await rm(path, { force: true })
    await uploads.files.place(one.id, path, signal)
    // It was checked when it arrived; since then the store may have lost a piece.
    if ((await stat(path)).size !== one.bytes) throw new Damaged(`${one.file_name} has lost bytes`)
  }
}

async function companions({ db }: Pick<Deps, 'db'>, row: UploadRow): Promise<UploadRow[]> {
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('batch', '=', row.batch)
    .where('user_id', 'is not distinct from', row.user_id)
    .where('kind', 'in', ['sheet', 'sidecar'])
    .where('state', 'not in', ['sending', 'cancelled'])
    .where('held', '=', 'upload')
    .orderBy('created')
    .execute()
  return isFootage(row.kind) ? rows.filter((one) => one.kind === 'sheet' || isSidecarOf(one, row)) : []
}

function isSidecarOf(one: UploadRow, { folder, file_name }: UploadRow): boolean {
  const names = [`${file_name}.xmp`, `${parse(file_name).name}.xmp`].map((name) => name.toLowerCase())
  return one.folder === folder && names.includes(one.file_name.toLowerCase())
}
