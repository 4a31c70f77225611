import { AppError } from '#contract/errors.ts'
import type { ClipEdit, ClipFields, StudioClip } from '#contract/studio/clips/clip.ts'
import { isSame } from '#domain/studio/clip/merge-edits.ts'
import { type Actor, audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { forgetRenditions } from '#server/removal/forget-renditions.ts'
import { writeClips } from '../bulk/bulk-clips.ts'
import { clipTags } from '../publish-clip.ts'
import { fieldsOf, type LibraryClip, missingOf } from './library-clip.ts'
import { queueTile } from './queue-tile.ts'
import { lockedClip, studioClip } from './studio-clip.ts'

type Field = keyof ClipFields
type EditDeps = Pick<Deps, 'db' | 'now' | 'events'>

/**
 * Saves some fields of a clip in any state, and returns it. Unchanged values write nothing. @throws
 * AppError('mediaNotFound'), 'versionConflict' (lockedClip), 'categoryNotFound', 'notADraft', 'clipIncomplete' if a
 * published clip would lose a required field, 'badRequest' for an impossible time
 */
export async function editClip(
  deps: EditDeps,
  editor: Actor,
  id: number,
  { version, ...given }: ClipEdit,
): Promise<StudioClip> {
  const at = deps.now()
  const queued = await deps.db.transaction().execute(async (trx) => {
    const clip = await lockedClip(trx, id, version)
    return editLocked(trx, editor, clip, { given, at })
  })
  if (queued) deps.events.emit('jobQueued')
  return studioClip(deps, id)
}

/** The same for a locked clip, in a transaction. Returns whether it has queued a job. */
export async function editLocked(
  trx: Trx,
  editor: Actor,
  clip: LibraryClip,
  { given, at }: { given: Partial<ClipFields>; at: Date },
): Promise<boolean> {
  const change = changeOf(clip, given)
  const { before, after, fields } = change
  if (fields.length === 0) return false
  await assertAllowed(trx, clip, change, at)
  await write(trx, clip.row, change, at)
  await audit(trx, {
    ...{ actor: editor, action: 'clip.edit', userId: null, at },
    detail: { source: clip.row.id, before: only(before, fields), after: only(after, fields) },
  })
  return changesTile(change)
}

interface Change {
  before: ClipFields
  after: ClipFields
  /** The changed ones. */
  fields: Field[]
}

function changeOf(clip: LibraryClip, given: Partial<ClipFields>): Change {
  const before = fieldsOf(clip)
  const after = { ...before, ...given }
  if (after.publish_at !== null) after.publish_at = new Date(after.publish_at).toISOString()
  const fields = (Object.keys(given) as Field[]).filter((field) => !isSame(before[field], after[field]))
  return { before, after, fields }
}

const only = (values: ClipFields, fields: readonly Field[]): Partial<ClipFields> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

const changesTile = ({ fields }: Change) => fields.includes('poster_at') || fields.includes('preview_at')

async function assertAllowed(trx: Trx, clip: LibraryClip, change: Change, at: Date): Promise<void> {
  const { after, fields } = change
  if (fields.includes('category')) await assertCategory(trx, after.category)
  const duration = clip.media?.duration ?? 0
  for (const field of ['poster_at', 'preview_at'] as const)
    if ((after[field] ?? 0) > duration) throw new AppError('badRequest', `${field}: the film is shorter`)
  if (fields.includes('publish_at') && after.publish_at !== null) {
    if (clip.row.state !== 'draft') throw new AppError('notADraft')
    if (after.publish_at <= at.toISOString()) throw new AppError('badRequest', 'publish_at: is past')
  }
  if (clip.row.state === 'published') assertStillComplete(clip, after)
}

async function assertCategory(trx: Trx, key: string): Promise<void> {
  const category = trx.selectFrom('categories').select('key').where('key', '=', key)
  if (!(await category.executeTakeFirst())) throw new AppError('categoryNotFound')
}

/** A clip published without a field, such as by the command line, may stay without it. */
function assertStillComplete(clip: LibraryClip, after: ClipFields): void {
  const before = missingOf(clip)
  const missing = missingOf(clip, after).filter((need) => !before.includes(need))
  if (missing.length > 0) throw new AppError('clipIncomplete', missing.join(', '), { fields: { missing } })
}

async function write(trx: Trx, { id, state }: LibraryClip['row'], change: Change, at: Date): Promise<void> {
  const { ai, ...texts } = only(change.after, change.fields)
  const flag: 0 | 1 | null = ai === null ? null : ai ? 1 : 0
  const to = ai === undefined ? texts : { ...texts, ai: flag }
  await writeClips(trx, [{ id, to }], at.toISOString())
  if (state === 'published') await invalidate(trx, clipTags(id))
  if ('crop_x' in texts || 'crop_y' in texts) await forgetRenditions(trx, id, ['vertical', 'square'])
  const { poster_at: posterAt, preview_at: previewAt } = change.after
  if (changesTile(change)) await queueTile(trx, { id, posterAt, previewAt })
}
