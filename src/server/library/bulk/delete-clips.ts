import { isAppError } from '#contract/errors.ts'
import { audit } from '#server/audit.ts'
import { isDatabaseAway } from '#server/db/database-error.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { removeClip } from '../remove-clip.ts'
import { finishOperation } from './finish-operation.ts'
import { actorOf, leaveOut, operationRow, refusedWithoutRight } from './operation-row.ts'

type DeleteDeps = Pick<Deps, 'db' | 'now'>

/** Deletes the clips of an operation one by one, from its position to its end. */
export async function deleteClips(deps: DeleteDeps, id: number, signal: AbortSignal): Promise<void> {
  const operation = await operationRow(deps.db, id)
  const clips: number[] = JSON.parse(operation.ids)
  for (let position = operation.position; position < clips.length; position++) {
    signal.throwIfAborted()
    if (await refusedWithoutRight(deps.db, id)) break
    const clip = clips[position]!
    try {
      await deleteOne(deps, id, clip)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      await leaveOut(deps.db, { operation: id, position, clip, error })
    }
  }
  await finishOperation(deps, id)
}

/** The position moves in the same transaction, so that a kill counts none twice. */
async function deleteOne(deps: DeleteDeps, operation: number, clip: number): Promise<void> {
  try {
    await removeClip(deps, clip, (trx) => noteDeleted(trx, { operation, clip, at: deps.now() }))
  } catch (error) {
    if (!isAppError(error) || error.code !== 'mediaNotFound') throw error
    await deps.db.transaction().execute((trx) => count(trx, operation, 'gone'))
  }
}

async function noteDeleted(
  trx: Trx,
  { operation, clip, at }: { operation: number; clip: number; at: Date },
): Promise<void> {
  const before = await trx
    .selectFrom('library')
    .select(['title', 'title_ja', 'state', 'category', 'content_hash'])
    .where('id', '=', clip)
    .executeTakeFirst()
  const row = await count(trx, operation, 'deleted')
  const detail = { source: clip, operation, before }
  await audit(trx, { actor: actorOf(row), action: 'clip.delete', userId: null, detail, at })
}

async function count(trx: Trx, id: number, what: 'deleted' | 'gone') {
  const row = await operationRow(trx, id, { lock: true })
  const refused: { gone?: number } = JSON.parse(row.refused)
  if (what === 'gone') refused.gone = (refused.gone ?? 0) + 1
  await trx
    .updateTable('bulk_operations')
    .set({
      position: row.position + 1,
      changed: row.changed + (what === 'deleted' ? 1 : 0),
      refused: JSON.stringify(refused),
    })
    .where('id', '=', id)
    .execute()
  return row
}
