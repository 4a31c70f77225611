import type { SearchAnswer } from '#contract/search.ts'
import { isNarrowed } from '#domain/address/list-query.ts'
import type { Deps } from '#server/deps.ts'
import { fewerWords, isMatched } from './fewer-words.ts'
import { type Search, searchSources } from './search-sources.ts'
import { suggest } from './suggest.ts'

const MOST_TEXTS = 6
/** What suggestions look at, as while typing. */
const TYPED = 40

/** What a page of results shows. */
export interface PageAnswer {
  answer: SearchAnswer
  /** Texts near what was asked, to be offered where nothing matches that. */
  close: string[]
}

/**
 * The answer to a person: where no clip has every word, the one to fewer of them, which says so. Not where some clip has
 * them and does not pass the filters.
 * @throws AppError('badRequest') for a category that does not exist
 */
export async function answerForPage(deps: Pick<Deps, 'db'>, search: Search): Promise<PageAnswer> {
  const answer = await searchSources(deps, search)
  if (answer.total > 0) return { answer, close: [] }
  if (isNarrowed(search) && (await isMatched(deps.db, search.text))) return { answer, close: [] }
  const [instead, ...others] = await fewerWords(deps.db, search.text)
  if (instead === undefined) return { answer, close: await textsBegun(deps, search.text) }
  const fewer = await searchSources(deps, { ...search, text: instead })
  return { answer: { ...fewer, searched_instead: instead }, close: others }
}

/** What the beginning of a text may become. */
export async function textsBegun(deps: Pick<Deps, 'db'>, text: string): Promise<string[]> {
  const { suggestions } = await suggest(deps, { text: text.slice(0, TYPED), limit: MOST_TEXTS })
  return suggestions.map((suggestion) => suggestion.text)
}
