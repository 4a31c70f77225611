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

const ROOM = '/api/studio/demand'

/** Parameters of an address, without those that are absent. */
function query(params: object): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** Addresses of the lists as CSV. */
export const demandFiles = {
  searches: (params: Partial<SearchesQuery>) => `${ROOM}/searches.csv?${query(params)}`,
  clips: (params: Partial<ClipFiguresQuery>) => `${ROOM}/clips.csv?${query(params)}`,
  creators: (params: CreatorsQuery) => `${ROOM}/creators.csv?${query(params)}`,
}

export const listSearches = get<Partial<SearchesQuery>, Searches>(
  (params) => `${ROOM}/searches?${query(params)}`,
)
export const listClipFigures = get<Partial<ClipFiguresQuery>, ClipFigures>(
  (params) => `${ROOM}/clips?${query(params)}`,
)
export const listCreators = get<CreatorsQuery, Creators>((params) => `${ROOM}/creators?${query(params)}`)

export const listWishes = get<undefined, Wishes>(`${ROOM}/wishes`)
/** A text that is on the list already is answered as it is. */
export const addWish = post<WishInput, Wish>(`${ROOM}/wishes`)
export const changeWish = put<{ id: number } & WishChange, Wish>(
  ({ id }) => `${ROOM}/wishes/${id}`,
  ({ id: _, ...change }) => change,
)
export const removeWish = del<{ id: number }, undefined>(({ id }) => `${ROOM}/wishes/${id}`)
