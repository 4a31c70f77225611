import { atom } from 'nanostores'
import type { Category } from '#contract/clips.ts'
import { categoryList } from '#contract/endpoints.ts'
import { request } from '#contract/request.ts'

/** Undefined until refreshed: the bar that the server rendered stays. */
export const $categories = atom<readonly Category[] | undefined>()

/** Fetches the list anew; a failure is only logged, since what the page came with is good enough. */
export async function refreshCategories(): Promise<void> {
  try {
    const { categories } = await request(categoryList, undefined)
    $categories.set(categories)
  } catch (error) {
    console.warn('The categories could not be refreshed', error)
  }
}
