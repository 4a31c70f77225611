import { AppError } from '#contract/errors.ts'
import type { CategoryMove } from '#contract/studio/categories.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { insertCategory, lockedCategory, record } from './edit-category.ts'
import { MOVE_KIND, type MoveOrder } from './move-clips-job.ts'

/**
 * Merges a category into another, or gives it another key: a job moves its clips, then removes the old key and
 * redirects its address. @throws AppError('categoryNotFound'), 'categoryExists' if the new key is taken, 'badRequest'
 * for a move to itself or of `uncategorised`
 */
export async function moveCategory(
  deps: Pick<Deps, 'db' | 'now' | 'events'>,
  by: Person,
  { key, to, new: isNew }: { key: string } & CategoryMove,
): Promise<void> {
  if (key === to || key === UNCATEGORISED) throw new AppError('badRequest', `${key} cannot be moved to ${to}`)
  await deps.db.transaction().execute(async (trx) => {
    const { label, label_ja, position } = await lockedCategory(trx, key)
    if (isNew) await insertCategory(trx, { key: to, label, label_ja, position })
    else await lockedCategory(trx, to)
    const order: MoveOrder = { from: key, to }
    await queueJob(trx, { kind: MOVE_KIND, payload: order, once: `${MOVE_KIND}:${key}` })
    const detail = { category: key, before: { key, label, label_ja }, after: { key: to } }
    await record(trx, deps, { by, action: isNew ? 'category.key' : 'category.merge', detail })
  })
  deps.events.emit('jobQueued')
}
