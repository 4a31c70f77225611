import type { Deps } from '#server/deps.ts'
import { removeFilesJob } from '#server/removal/remove-files.ts'

/** Removes the files whose removal is queued, as the queue does soon after. */
export async function removeQueuedFiles(deps: Pick<Deps, 'db' | 'storage'>): Promise<void> {
  const { signal } = new AbortController()
  const orders = deps.db.selectFrom('jobs').select(['id', 'payload']).where('kind', '=', removeFilesJob.kind)
  for (const { id, payload } of await orders.orderBy('id').execute()) {
    await removeFilesJob.run(deps as Deps, JSON.parse(payload), { id, attempts: 1, signal })
    await deps.db.deleteFrom('jobs').where('id', '=', id).execute()
  }
}
