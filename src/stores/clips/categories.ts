import { atom } from 'nanostores'
import { categoryList } from '#contract/clips/clip-calls.ts'
import type { Category } from '#contract/clips/clips.ts'
import { ApiError, request } from '#contract/request.ts'

/** Undefined until fetched; the server-rendered bar stays until then. */
export const $categories = atom<readonly Category[] | undefined>()

/**
 * Fetches the categories; a refusal is only logged, since the rendered list stays. What never reached the server the
 * browser logs itself, unless the visitor left meanwhile.
 */
export async function refreshCategories(): Promise<void> {
  try {
    const { categories } = await request(categoryList, undefined)
    $categories.set(categories)
  } catch (error) {
    if (error instanceof ApiError) console.warn('The categories could not be refreshed', error)
  }
}
