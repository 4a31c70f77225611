import { type ListQuery, listQuery } from '#domain/address/list-query.ts'
import {
  alikeClips,
  categoryClips,
  creatorClips,
  likedClips,
  relatedClips,
  search,
  similarClips,
} from './clips/clip-calls.ts'
import type { SourceList } from './clips/clips.ts'
import { addressOf, type Endpoint } from './request.ts'

/** Addresses of lists of clips, for `listPage`. */
export const lists = {
  all: search.path,
  liked: likedClips.path,
  category: (key: string) => addressOf(categoryClips, { id: key }),
  creator: (key: string, query: ListQuery = {}) => addressOf(creatorClips, { name: key }) + listQuery(query),
  related: (id: number) => addressOf(relatedClips, { id }),
  similar: (id: number) => addressOf(similarClips, { id }),
  alike: (look: string) => addressOf(alikeClips, { look }),
  search: (text: string, query: ListQuery = {}) => {
    const filters = listQuery(query)
    return `${addressOf(search, { q: text })}${text ? filters.replace('?', '&') : filters}`
  },
}

/** Any list; `list` is its address, with filters. */
export const listPage = (list: string): Endpoint<{ offset: number }, SourceList> => ({
  method: 'GET',
  path: list,
})
