import type { CategoryList, SourceList } from './clips.ts'
import type { Endpoint } from './request.ts'

/** Where the pages of a list come from: the path of its API, with any filters. */
export const listPage: Endpoint<{ list: string; offset: number }, SourceList> = {
  method: 'GET',
  path: ({ list, offset }) => `${list}${list.includes('?') ? '&' : '?'}offset=${offset}`,
}

export const categoryList: Endpoint<void, CategoryList> = {
  method: 'GET',
  path: () => '/api/medias/categories',
}

/** Paths of the lists, as `listPage` takes them. */
export const lists = {
  all: '/api/medias/search?q=',
  category: (key: string) => `/api/medias/categories/${encodeURIComponent(key)}`,
  related: (id: number) => `/api/medias/${id}/related`,
  search: (text: string) => `/api/medias/search?q=${encodeURIComponent(text)}`,
}
