import { type ListQuery, listQuery } from '#domain/address/list-query.ts'
import type { CategoryList, SourceList } from './clips.ts'
import type { ContactInput } from './contact.ts'
import { get, post } from './request.ts'
import type { SuggestionList } from './search.ts'

/** Any list; `list` is the path of its API, with filters. */
export const listPage = get<{ list: string; offset: number }, SourceList>(
  ({ list, offset }) => `${list}${list.includes('?') ? '&' : '?'}offset=${offset}`,
)

export const categoryList = get<void, CategoryList>('/api/medias/categories')

/** Paths of the lists, for `listPage`. */
export const lists = {
  all: '/api/medias/search?q=',
  category: (key: string) => `/api/medias/categories/${encodeURIComponent(key)}`,
  related: (id: number) => `/api/medias/${id}/related`,
  search: (text: string, query: ListQuery = {}) =>
    `/api/medias/search?q=${encodeURIComponent(text)}${listQuery(query).replace('?', '&')}`,
}

export const suggestionList = get<{ text: string }, SuggestionList>(
  ({ text }) => `/api/medias/suggestions?q=${encodeURIComponent(text)}`,
)

/** Counts a view of a clip's page; views feed popularity. */
export const countView = post<{ id: number }, void>(({ id }) => `/api/medias/${id}/view`)

/** Sends a message to the operator. */
export const sendMessage = post<ContactInput, void>('/api/contact')
