import { editor } from '../call.ts'
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

export const listSearches = editor.get('/api/studio/demand/searches', {
  does: 'What visitors search, and how many clips they find.',
  query: SearchesQuery,
  answer: Searches,
})

export const searchesFile = editor.get('/api/studio/demand/searches.csv', {
  does: 'What visitors search, as a table.',
  query: SearchesQuery,
  file: { type: 'text/csv; charset=utf-8', name: 'searches.csv' },
})

export const listClipFigures = editor.get('/api/studio/demand/clips', {
  does: 'Clips with their views, previews, likes and downloads.',
  query: ClipFiguresQuery,
  answer: ClipFigures,
})

export const clipFiguresFile = editor.get('/api/studio/demand/clips.csv', {
  does: 'Clips with their figures, as a table.',
  query: ClipFiguresQuery,
  file: { type: 'text/csv; charset=utf-8', name: 'clips.csv' },
})

export const listCreators = editor.get('/api/studio/demand/creators', {
  does: 'Downloads by month and creator.',
  query: CreatorsQuery,
  answer: Creators,
})

export const creatorsFile = editor.get('/api/studio/demand/creators.csv', {
  does: 'Downloads by month and creator, as a table.',
  query: CreatorsQuery,
  file: { type: 'text/csv; charset=utf-8', name: 'downloads_by_creator.csv' },
})

export const listWishes = editor.get('/api/studio/demand/wishes', {
  does: 'The wish list, newest change first.',
  answer: Wishes,
})

export const wishesFile = editor.get('/api/studio/demand/wishes.csv', {
  does: 'The wish list as a table.',
  file: { type: 'text/csv; charset=utf-8', name: 'wishes.csv' },
})

export const addWish = editor.post('/api/studio/demand/wishes', {
  does: 'Puts a text on the wish list; one that is there is returned as it is.',
  body: WishInput,
  answer: Wish,
})

export const changeWish = editor.put('/api/studio/demand/wishes/{id}', {
  does: 'Changes a wish; absent fields stay.',
  params: WishParams,
  body: WishChange,
  answer: Wish,
  errors: ['notFound', 'badClips'],
})

export const removeWish = editor.del('/api/studio/demand/wishes/{id}', {
  does: 'Takes a wish off the list; may be repeated.',
  params: WishParams,
})
