import { LONGEST_PATH } from '#domain/people/activity.ts'
import { countUnnamed } from './activity.ts'
import { idle } from './idle.ts'

/** Tells which search this page shows, and how many clips it found; pages come from caches, so the server does not know. */
export async function countShownSearch(): Promise<void> {
  const shown = document.querySelector<HTMLElement>('[data-search-results]')
  if (!shown) return
  await idle()
  const results = shown.dataset.searchResults || null
  const path = location.pathname.slice(0, LONGEST_PATH)
  countUnnamed('SEARCH_SHOWN', { path, results: results && Number(results) })
}
