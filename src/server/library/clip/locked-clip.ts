import { AppError } from '#contract/errors.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Trx } from '#server/db/schema.ts'
import { findLibraryClip, type LibraryClip } from './library-clip.ts'
import { studioClip } from './studio-clip.ts'

/**
 * Locks the clip until the transaction ends. @param version that the editor has seen; undefined: any @throws
 * AppError('mediaNotFound'), 'versionConflict' with the present clip for another version
 */
export async function lockedClip(trx: Trx, id: number, version?: number): Promise<LibraryClip> {
  const lock = trx.selectFrom('library').select('id').where('id', '=', id)
  await (engineOf(trx) === 'postgres' ? lock.forUpdate() : lock).executeTakeFirst()
  const clip = await findLibraryClip(trx, id)
  if (!clip) throw new AppError('mediaNotFound')
  if (version !== undefined && clip.row.version !== version)
    throw new AppError('versionConflict', '', { fields: { clip: await studioClip({ db: trx }, id) } })
  return clip
}

/** Marks the clip as changed. */
export async function raiseVersion(trx: Trx, id: number, at: Date): Promise<void> {
  await trx
    .updateTable('library')
    .set(({ eb }) => ({ version: eb('version', '+', 1), updated: at.toISOString() }))
    .where('id', '=', id)
    .execute()
}
