import { isAppError } from '#contract/errors.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { TRASH_DAYS } from '#domain/studio/library/trash.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { deleteClip } from './delete-clip.ts'

/** Removes clips for good that have been in the trash long enough. */
export const emptyTrashJob: RecurringJob = {
  kind: 'library.empty-trash',
  everySeconds: 60 * 60,
  async run(deps, { signal }) {
    const until = new Date(deps.now().getTime() - TRASH_DAYS * DAY_MS).toISOString()
    const old = await deps.db
      .selectFrom('library')
      .select('id')
      .where('trashed_at', '<=', until)
      .orderBy('trashed_at')
      .execute()
    const failed = await eachAlone(deps, old, { what: 'clip', signal }, ({ id }) =>
      removeOld(deps, id, until),
    )
    throwFailed('clip', failed)
  },
}

/** An editor may have restored it meanwhile. */
async function removeOld(deps: Deps, id: number, trashedUntil: string): Promise<void> {
  await deleteClip(deps, 'schedule', { id, trashedUntil }).catch((error) => {
    if (!isAppError(error) || (error.code !== 'clipInTrash' && error.code !== 'mediaNotFound')) throw error
  })
}
