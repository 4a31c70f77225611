import type { Category } from '#contract/clips/clips.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'

const labelled = ({ db }: Pick<Deps, 'db'>) =>
  db.selectFrom('categories').select(['key', 'label', 'label_ja']).orderBy('position').orderBy('key')

/** Every category that has a clip, in the operator's order. */
export function listCategories(deps: Pick<Deps, 'db'>): Promise<Category[]> {
  return labelled(deps)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('sources').select('sources.id').whereRef('sources.category', '=', 'categories.key')),
    )
    .execute()
}

/** Also those without clips. */
export function allCategories(deps: Pick<Deps, 'db'>): Promise<Category[]> {
  return labelled(deps).execute()
}

/** One category by its key or a former key of it; undefined if there is none. */
export async function findCategory({ db }: Pick<Deps, 'db'>, key: string): Promise<Category | undefined> {
  const moved = db.selectFrom('category_moves').select('moved_to').where('category_moves.key', '=', key)
  const rows = await db
    .selectFrom('categories')
    .select(['key', 'label', 'label_ja'])
    .where(({ or, eb }) => or([eb('key', '=', key), eb('key', 'in', moved)]))
    .execute()
  return rows.find((category) => category.key === key) ?? rows[0]
}

/** @throws AppError('categoryNotFound') */
export async function getCategory(deps: Pick<Deps, 'db'>, key: string): Promise<Category> {
  const category = await findCategory(deps, key)
  if (!category) throw new AppError('categoryNotFound')
  return category
}
