import { AppError } from '#contract/errors.ts'
import type { StudioClip } from '#contract/studio/clips/clip.ts'
import { outcomeOf } from '#domain/studio/library/bulk-change.ts'
import { type Actor, audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { bulkClips, writeClips } from '../bulk/bulk-clips.ts'
import { hideSource, publishSource } from '../change-state.ts'
import { NEW_CLIP_POPULARITY } from '../clip-rows.ts'
import { clipTags } from '../publish-clip.ts'
import { editClip } from './edit-clip.ts'
import { type LibraryClip, missingOf } from './library-clip.ts'
import { lockedClip, raiseVersion, studioClip } from './studio-clip.ts'

type StateDeps = Pick<Deps, 'db' | 'now' | 'events'>

/** An editor's action on a clip, at the version they saw. */
interface Act {
  id: number
  version: number
}

/**
 * Shows a draft or a hidden clip to visitors; does nothing to a published one. @throws AppError('clipIncomplete') with
 * the missing fields; as lockedClip()
 */
export function publishNow(deps: StateDeps, editor: Actor, act: Act): Promise<StudioClip> {
  return changed(deps, act, (trx, clip, at) => publishComplete(trx, clip, { editor, at }))
}

/** Publishes a locked clip. @throws AppError('clipIncomplete'), 'clipInTrash' */
export async function publishComplete(
  trx: Trx,
  clip: LibraryClip,
  { editor, at }: { editor: Actor; at: Date },
): Promise<void> {
  const { id, state, publish_at, trashed_at } = clip.row
  if (state === 'published') return
  if (trashed_at !== null) throw new AppError('clipInTrash')
  assertComplete(clip)
  await publishSource(trx, id, at)
  await raiseVersion(trx, id, at)
  await audit(trx, {
    ...{ actor: editor, action: 'clip.publish', userId: null, at },
    detail: { source: id, before: { state, publish_at }, after: { state: 'published', publish_at: null } },
  })
}

/** Hides a published clip; does nothing to others. @throws as lockedClip() */
export function hideNow(deps: StateDeps, editor: Actor, act: Act): Promise<StudioClip> {
  return changed(deps, act, async (trx, { row: { id } }, at) => {
    if (!(await hideSource(trx, id))) return
    await raiseVersion(trx, id, at)
    await audit(trx, {
      ...{ actor: editor, action: 'clip.hide', userId: null, at },
      detail: { source: id, before: { state: 'published' }, after: { state: 'hidden' } },
    })
  })
}

/**
 * Puts a clip into the trash, where visitors do not see it and which removes it for good after a time; or takes it out
 * again, into the state that it had. Does nothing if it is so already. @throws as lockedClip()
 */
export function moveToTrash(
  deps: StateDeps,
  editor: Actor,
  { kind, ...act }: Act & { kind: 'trash' | 'restore' },
): Promise<StudioClip> {
  return changed(deps, act, async (trx, { row: { id } }, at) => {
    const clip = (await bulkClips(trx, [id])).get(id)!
    const outcome = outcomeOf({ kind }, clip, { at: at.toISOString(), popularity: NEW_CLIP_POPULARITY })
    if (!outcome || 'refused' in outcome) return
    await writeClips(trx, [{ id, to: outcome.to }], at.toISOString())
    const detail = { source: id, before: { state: clip.state }, after: { state: outcome.to.state } }
    await audit(trx, { actor: editor, action: `clip.${kind}`, userId: null, detail, at })
    await invalidate(trx, clipTags(id))
  })
}

/** Changes a locked clip, and returns it. @throws as lockedClip() */
async function changed(
  { db, now, events }: StateDeps,
  { id, version }: Act,
  change: (trx: Trx, clip: LibraryClip, at: Date) => Promise<void>,
): Promise<StudioClip> {
  await db.transaction().execute(async (trx) => change(trx, await lockedClip(trx, id, version), now()))
  events.emit('jobQueued')
  return studioClip({ db }, id)
}

/**
 * Sets when a complete draft is published automatically; null: only by hand. @throws AppError('clipIncomplete'); as
 * editClip()
 */
export async function scheduleDraft(
  deps: StateDeps,
  editor: Actor,
  { id, version, publish_at }: Act & { publish_at: string | null },
): Promise<StudioClip> {
  if (publish_at !== null)
    await deps.db.transaction().execute(async (trx) => assertComplete(await lockedClip(trx, id, version)))
  return editClip(deps, editor, id, { version, publish_at })
}

function assertComplete(clip: LibraryClip): void {
  const missing = missingOf(clip)
  if (missing.length > 0) throw new AppError('clipIncomplete', missing.join(', '), { fields: { missing } })
}
