import type { ListDeps } from '#server/clips/list-sources.ts'
import { searchSources } from '#server/search/query/search-sources.ts'

/** Ids of the clips that have all of a text, without the close ones behind them. */
export async function foundExactly(deps: ListDeps, text: string): Promise<number[]> {
  const { sources, exact_total } = await searchSources(deps, { text, offset: 0 })
  return sources.slice(0, exact_total).map(({ id }) => id)
}
