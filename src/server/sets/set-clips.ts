import { AppError } from '#contract/errors.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { MAX_SET_CLIPS } from '#domain/sets/set-limits.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Trx } from '#server/db/schema.ts'
import { membersOf } from './set-kind.ts'

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
  { id, clips, from = 0 }: { id: number; clips: readonly number[]; from?: number },
): Promise<void> {
  const rows = clips.map((source_id, index) => ({ source_id, position: from + index }))
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

/**
 * Adds clips behind those of a locked set; how many of them it did not have.
 * @throws AppError('setFull'), 'badClips' as lockClips()
 */
export async function appendClips(
  trx: Trx,
  kind: SetKind,
  { id, clips }: { id: number; clips: readonly number[] },
): Promise<number> {
  const members = trx.selectFrom(membersOf(trx, kind).as('members')).select(['source_id', 'position'])
  const rows = await members.where('set_id', '=', id).execute()
  const known = new Set(rows.map(({ source_id }) => source_id))
  const added = [...new Set(clips)].filter((clip) => !known.has(clip))
  if (added.length === 0) return 0
  if (rows.length + added.length > MAX_SET_CLIPS) throw new AppError('setFull', `it has ${rows.length}`)
  await lockClips(trx, added)
  await insertClips(trx, kind, {
    id,
    clips: added,
    from: Math.max(-1, ...rows.map((row) => row.position)) + 1,
  })
  return added.length
}

/** A query that removes the set's clips; narrow it by `source_id`. */
export function clipsDeletedFrom(trx: Trx, kind: SetKind, id: number) {
  return kind === 'promotion'
    ? trx.deleteFrom('promotion_sources').where('promotion_id', '=', id)
    : trx.deleteFrom('collection_sources').where('collection_id', '=', id)
}
