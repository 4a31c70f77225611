import { del, get, post, put } from '../request.ts'
import type {
  CategoryInput,
  CategoryLabels,
  CategoryLines,
  CategoryMove,
  CategoryOrder,
} from './categories.ts'

const path = ({ key }: { key: string }) => `/api/studio/categories/${encodeURIComponent(key)}`

export const categoryLines = get<void, CategoryLines>('/api/studio/categories')

export const addCategory = post<CategoryInput, void>('/api/studio/categories')

export const renameCategory = put<{ key: string } & CategoryLabels, void>(
  path,
  ({ key: _, ...labels }) => labels,
)

export const orderCategories = put<CategoryOrder, void>('/api/studio/categories/order')

/** Moves all clips and redirects the category's address; `new` creates the target category. */
export const moveCategory = post<{ key: string } & CategoryMove, void>(
  (params) => `${path(params)}/move`,
  ({ key: _, ...move }) => move,
)

/** For a category without clips. */
export const deleteCategory = del<{ key: string }, void>(path)
