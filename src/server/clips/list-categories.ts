import type { Category } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'

/** Every category that has a clip, in the order that the operator gave. */
export function listCategories({ db }: Pick<Deps, 'db'>): Promise<Category[]> {
  return db
    .selectFrom('categories')
    .select(['key', 'label', 'label_ja'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('sources').select('sources.id').whereRef('sources.category', '=', 'categories.key')),
    )
    .orderBy('position')
    .orderBy('key')
    .execute()
}

/** @throws AppError('categoryNotFound') where no category has the key */
export async function getCategory({ db }: Pick<Deps, 'db'>, key: string): Promise<Category> {
  const category = await db
    .selectFrom('categories')
    .select(['key', 'label', 'label_ja'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!category) throw new AppError('categoryNotFound')
  return category
}
