import { AppError } from '#contract/errors.ts'
import { namesClip } from '#domain/studio/typed-name.ts'
import { type Actor, audit } from '#server/audit.ts'
import type { Deps } from '#server/deps.ts'
import { removeClip } from '../remove-clip.ts'
import { fieldsOf } from './library-clip.ts'
import { lockedClip } from './studio-clip.ts'

/**
 * Deletes a clip for good, in any state. Existing licences stay. @param typed the clip's number or a title, typed by
 * the editor as confirmation; the command line asks itself @param trashedUntil only if it has been in the trash since
 * then @throws AppError('mediaNotFound'), 'typedWrong', 'clipInTrash'
 */
export async function deleteClip(
  deps: Pick<Deps, 'db' | 'now' | 'events'>,
  editor: Actor,
  { id, typed, trashedUntil }: { id: number; typed?: string; trashedUntil?: string },
): Promise<void> {
  await removeClip(deps, id, async (trx) => {
    const clip = await lockedClip(trx, id)
    const { trashed_at } = clip.row
    const isInTime = trashedUntil === undefined || (trashed_at !== null && trashed_at <= trashedUntil)
    if (!isInTime) throw new AppError('clipInTrash', 'it was restored, or put there again')
    if (typed !== undefined && !namesClip(typed, clip.row)) throw new AppError('typedWrong')
    const { state, file_name, content_hash } = clip.row
    const before = { ...fieldsOf(clip), state, file_name, content_hash }
    const entry = { actor: editor, action: 'clip.delete', userId: null, at: deps.now() }
    await audit(trx, { ...entry, detail: { source: id, before, after: null } })
  })
  deps.events.emit('jobQueued')
}
