import { AppError } from '#contract/errors.ts'
import type { CategoryInput, CategoryLabels } from '#contract/studio/categories.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import type { Person } from '#domain/membership/membership.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

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
export async function insertCategory(trx: Trx, row: CategoryInput & { position: number }): Promise<void> {
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
export async function lockedCategory(trx: Trx, key: string) {
  const row = await trx.selectFrom('categories').selectAll().where('key', '=', key).executeTakeFirst()
  if (!row) throw new AppError('categoryNotFound', key)
  return row
}

const labelsOf = ({ label, label_ja }: CategoryLabels): CategoryLabels => ({ label, label_ja })

/** Logs the change, and clears the pages with the bar. */
export async function record(
  trx: Trx,
  { now }: Pick<Deps, 'now'>,
  { by, action, detail }: { by: Person; action: string; detail: Record<string, unknown> },
): Promise<void> {
  await audit(trx, { actor: by, action, userId: null, detail, at: now() })
  await invalidate(trx, ['categories'])
}
