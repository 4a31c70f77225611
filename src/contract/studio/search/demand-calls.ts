import { editor } from '../../call.ts'
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
  example: { list: 'nothing', days: 30 },
  query: SearchesQuery,
  answer: Searches,
})

export const searchesFile = editor.get('/api/studio/demand/searches.csv', {
  does: 'What visitors search, as a table.',
  example: { list: 'nothing', days: 30 },
  query: SearchesQuery,
  file: { type: 'text/csv; charset=utf-8', name: 'searches.csv' },
})

export const listClipFigures = editor.get('/api/studio/demand/clips', {
  does: 'Clips with their views, previews, likes and downloads.',
  example: { sort: 'downloads', days: 30 },
  query: ClipFiguresQuery,
  answer: ClipFigures,
})

export const clipFiguresFile = editor.get('/api/studio/demand/clips.csv', {
  does: 'Clips with their figures, as a table.',
  example: { sort: 'downloads', days: 30 },
  query: ClipFiguresQuery,
  file: { type: 'text/csv; charset=utf-8', name: 'clips.csv' },
})

export const listCreators = editor.get('/api/studio/demand/creators', {
  does: 'Downloads by month and creator.',
  example: { from: '2026-01', to: '2026-12' },
  query: CreatorsQuery,
  answer: Creators,
})

export const creatorsFile = editor.get('/api/studio/demand/creators.csv', {
  does: 'Downloads by month and creator, as a table.',
  example: { from: '2026-01', to: '2026-12' },
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
  example: { text: 'cherry blossom at night' },
  body: WishInput,
  answer: Wish,
})

export const changeWish = editor.put('/api/studio/demand/wishes/{id}', {
  does: 'Changes a wish; absent fields stay.',
  example: { id: 1, status: 'filming' },
  params: WishParams,
  body: WishChange,
  answer: Wish,
  errors: ['notFound', 'badClips'],
})

export const removeWish = editor.del('/api/studio/demand/wishes/{id}', {
  does: 'Takes a wish off the list; may be repeated.',
  example: { id: 1 },
  params: WishParams,
})
