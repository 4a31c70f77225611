import { del, get, post, put } from '../request.ts'
import type {
  ClipFigures,
  ClipFiguresQuery,
  Creators,
  CreatorsQuery,
  Searches,
  SearchesQuery,
  Wish,
  WishChange,
  Wishes,
  WishInput,
} from './demand.ts'
import { givenQuery } from './given-query.ts'

const ROOM = '/api/studio/demand'

/** Addresses of the lists as CSV. */
export const demandFiles = {
  searches: (params: Partial<SearchesQuery>) => `${ROOM}/searches.csv?${givenQuery(params)}`,
  clips: (params: Partial<ClipFiguresQuery>) => `${ROOM}/clips.csv?${givenQuery(params)}`,
  creators: (params: CreatorsQuery) => `${ROOM}/creators.csv?${givenQuery(params)}`,
}

export const listSearches = get<Partial<SearchesQuery>, Searches>(
  (params) => `${ROOM}/searches?${givenQuery(params)}`,
)
export const listClipFigures = get<Partial<ClipFiguresQuery>, ClipFigures>(
  (params) => `${ROOM}/clips?${givenQuery(params)}`,
)
export const listCreators = get<CreatorsQuery, Creators>((params) => `${ROOM}/creators?${givenQuery(params)}`)

export const listWishes = get<undefined, Wishes>(`${ROOM}/wishes`)
/** An existing wish for the same text is returned as it is. */
export const addWish = post<WishInput, Wish>(`${ROOM}/wishes`)
export const changeWish = put<{ id: number } & WishChange, Wish>(
  ({ id }) => `${ROOM}/wishes/${id}`,
  ({ id: _, ...change }) => change,
)
export const removeWish = del<{ id: number }, undefined>(({ id }) => `${ROOM}/wishes/${id}`)
