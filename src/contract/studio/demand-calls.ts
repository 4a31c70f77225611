import { del, get, post, put } from '../call.ts'
import {
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
  WishParams,
} from './demand.ts'

export const listSearches = get('/api/studio/demand/searches', {
  does: 'What visitors search, and how many clips they find.',
  may: 'editor',
  query: SearchesQuery,
  answer: Searches,
})

export const searchesFile = get('/api/studio/demand/searches.csv', {
  does: 'What visitors search, as a table.',
  may: 'editor',
  query: SearchesQuery,
  file: { type: 'text/csv; charset=utf-8', name: 'searches.csv' },
})

export const listClipFigures = get('/api/studio/demand/clips', {
  does: 'Clips with their views, previews, likes and downloads.',
  may: 'editor',
  query: ClipFiguresQuery,
  answer: ClipFigures,
})

export const clipFiguresFile = get('/api/studio/demand/clips.csv', {
  does: 'Clips with their figures, as a table.',
  may: 'editor',
  query: ClipFiguresQuery,
  file: { type: 'text/csv; charset=utf-8', name: 'clips.csv' },
})

export const listCreators = get('/api/studio/demand/creators', {
  does: 'Downloads by month and creator.',
  may: 'editor',
  query: CreatorsQuery,
  answer: Creators,
})

export const creatorsFile = get('/api/studio/demand/creators.csv', {
  does: 'Downloads by month and creator, as a table.',
  may: 'editor',
  query: CreatorsQuery,
  file: { type: 'text/csv; charset=utf-8', name: 'downloads_by_creator.csv' },
})

export const listWishes = get('/api/studio/demand/wishes', {
  does: 'The wish list, newest change first.',
  may: 'editor',
  answer: Wishes,
})

export const addWish = post('/api/studio/demand/wishes', {
  does: 'Puts a text on the wish list; one that is there is returned as it is.',
  may: 'editor',
  body: WishInput,
  answer: Wish,
})

export const changeWish = put('/api/studio/demand/wishes/{id}', {
  does: 'Changes a wish; absent fields stay.',
  may: 'editor',
  params: WishParams,
  body: WishChange,
  answer: Wish,
  errors: ['notFound', 'badClips'],
})

export const removeWish = del('/api/studio/demand/wishes/{id}', {
  does: 'Takes a wish off the list; may be repeated.',
  may: 'editor',
  params: WishParams,
})
