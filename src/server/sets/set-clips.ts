import { AppError } from '#contract/errors.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { MAX_SET_CLIPS } from '#domain/sets/set-limits.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Trx } from '#server/db/schema.ts'

/** How many unknown clips an error lists. */
const MOST_LISTED = 20

/** Each clip once, in the given order. @throws AppError('badClips') for none or too many */
export function setClips(ids: readonly number[]): readonly number[] {
  const clips = [...new Set(ids)]
  if (clips.length === 0 || clips.length > MAX_SET_CLIPS)
    throw new AppError('badClips', `${clips.length} clips`)
  return clips
}

/** Locks the clips until the transaction ends. @throws AppError('badClips') with the ids that do not exist */
export async function lockClips(trx: Trx, clips: readonly number[]): Promise<void> {
  const query = trx
    .selectFrom('sources')
    .select('id')
    .where('id', 'in', clips)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('medias').select('medias.id').whereRef('medias.source_id', '=', 'sources.id')),
    )
    .orderBy('id')
  const rows = await (engineOf(trx) === 'postgres' ? query.forKeyShare() : query).execute()
  const known = new Set(rows.map(({ id }) => id))
  const unknown = clips.filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new AppError('badClips', `there is no clip ${unknown.slice(0, MOST_LISTED).join(', ')}`)
}

export async function insertClips(
  trx: Trx,
  kind: SetKind,
  { id, clips }: { id: number; clips: readonly number[] },
): Promise<void> {
  const rows = clips.map((source_id, position) => ({ source_id, position }))
  if (kind === 'promotion')
    await trx
      .insertInto('promotion_sources')
      .values(rows.map((each) => ({ promotion_id: id, ...each })))
      .execute()
  else
    await trx
      .insertInto('collection_sources')
      .values(rows.map((each) => ({ collection_id: id, ...each })))
      .execute()
}

/** A query that removes the set's clips; narrow it by `source_id`. */
export function clipsDeletedFrom(trx: Trx, kind: SetKind, id: number) {
  return kind === 'promotion'
    ? trx.deleteFrom('promotion_sources').where('promotion_id', '=', id)
    : trx.deleteFrom('collection_sources').where('collection_id', '=', id)
}
