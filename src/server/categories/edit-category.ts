import { AppError } from '#contract/errors.ts'
import type { CategoryInput, CategoryLabels, CategoryMove } from '#contract/studio/clips/categories.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import type { Person } from '#domain/membership/membership.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { MOVE_KIND, type MoveOrder } from './move-clips-job.ts'

type EditDeps = Pick<Deps, 'db' | 'now'>

/** Adds a category at the end of the bar; it shows there with its first clip. @throws AppError('categoryExists') */
export async function addCategory(deps: EditDeps, by: Person, input: CategoryInput): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { last } = await trx
      .selectFrom('categories')
      .select(({ fn }) => fn.max('position').as('last'))
      .where('key', '<>', UNCATEGORISED)
      .executeTakeFirstOrThrow()
    await insertCategory(trx, { ...input, position: (last ?? 0) + 1 })
    await record(trx, deps, { by, action: 'category.add', detail: { category: input.key, after: input } })
  })
}

/** @throws AppError('categoryExists') */
async function insertCategory(trx: Trx, row: CategoryInput & { position: number }): Promise<void> {
  const added = await trx
    .insertInto('categories')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!added) throw new AppError('categoryExists', row.key)
  // A former key that is used again is an ordinary category.
  await trx.deleteFrom('category_moves').where('key', '=', row.key).execute()
}

/** Changes what visitors read; the address stays. @throws AppError('categoryNotFound') */
export async function renameCategory(
  deps: EditDeps,
  by: Person,
  { key, label, label_ja }: { key: string } & CategoryLabels,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockedCategory(trx, key)
    if (before.label === label && before.label_ja === label_ja) return
    await trx.updateTable('categories').set({ label, label_ja }).where('key', '=', key).execute()
    const detail = { category: key, before: labelsOf(before), after: { label, label_ja } }
    await record(trx, deps, { by, action: 'category.rename', detail })
  })
}

/** Sets the order of the bar. Keys that are unknown are ignored; those left out follow in their old order. */
export async function orderCategories(deps: EditDeps, by: Person, keys: readonly string[]): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('categories')
      .select(['key', 'position'])
      .orderBy('position')
      .orderBy('key')
      .execute()
    const wanted = [...new Set([...keys, ...rows.map(({ key }) => key)])]
    const before = rows.map(({ key }) => key)
    const after = wanted.filter((key) => before.includes(key))
    if (after.join() === before.join()) return
    for (const [position, key] of after.entries())
      await trx.updateTable('categories').set({ position }).where('key', '=', key).execute()
    await record(trx, deps, { by, action: 'category.order', detail: { before, after } })
  })
}

/** Deletes a category that no clip is in. @throws AppError('categoryNotFound' | 'categoryInUse') */
export async function deleteCategory(deps: EditDeps, by: Person, key: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockedCategory(trx, key)
    const clip = await trx.selectFrom('library').select('id').where('category', '=', key).executeTakeFirst()
    if (clip) throw new AppError('categoryInUse', key)
    await trx.deleteFrom('categories').where('key', '=', key).execute()
    const detail = { category: key, before: labelsOf(before) }
    await record(trx, deps, { by, action: 'category.delete', detail })
  })
}

/** @throws AppError('categoryNotFound') */
async function lockedCategory(trx: Trx, key: string) {
  const row = await trx.selectFrom('categories').selectAll().where('key', '=', key).executeTakeFirst()
  if (!row) throw new AppError('categoryNotFound', key)
  return row
}

const labelsOf = ({ label, label_ja }: CategoryLabels): CategoryLabels => ({ label, label_ja })

/** Logs the change, and clears the pages with the bar. */
async function record(
  trx: Trx,
  { now }: Pick<Deps, 'now'>,
  { by, action, detail }: { by: Person; action: string; detail: Record<string, unknown> },
): Promise<void> {
  await audit(trx, { actor: by, action, userId: null, detail, at: now() })
  await invalidate(trx, ['categories'])
}

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
