import { type ListQuery, listQuery } from '#domain/address/list-query.ts'
import type { CategoryList, SourceList } from './clips.ts'
import type { Endpoint } from './request.ts'
import type { SuggestionList } from './search.ts'

/** Any list; `list` is the path of its API, with filters. */
export const listPage: Endpoint<{ list: string; offset: number }, SourceList> = {
  method: 'GET',
  path: ({ list, offset }) => `${list}${list.includes('?') ? '&' : '?'}offset=${offset}`,
}

export const categoryList: Endpoint<void, CategoryList> = {
  method: 'GET',
  path: () => '/api/medias/categories',
}

/** Paths of the lists, for `listPage`. */
export const lists = {
  all: '/api/medias/search?q=',
  category: (key: string) => `/api/medias/categories/${encodeURIComponent(key)}`,
  related: (id: number) => `/api/medias/${id}/related`,
  search: (text: string, query: ListQuery = {}) =>
    `/api/medias/search?q=${encodeURIComponent(text)}${listQuery(query).replace('?', '&')}`,
}

export const suggestionList: Endpoint<{ text: string }, SuggestionList> = {
  method: 'GET',
  path: ({ text }) => `/api/medias/suggestions?q=${encodeURIComponent(text)}`,
}

/** Counts a view of a clip's page; views feed popularity. */
export const countView: Endpoint<{ id: number }, void> = {
  method: 'POST',
  path: ({ id }) => `/api/medias/${id}/view`,
}
