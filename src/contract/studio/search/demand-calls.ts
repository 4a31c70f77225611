import type * as z from 'zod/mini'
import { type Call, editor } from '../../call.ts'
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

/** The call of a list as a table. */
const tableOf = <Query extends z.ZodMiniObject>(
  { path, example, query }: Pick<Call, 'path' | 'example'> & { query: Query },
  does: string,
  name: string,
) => editor.get(`${path}.csv`, { does, example, query, file: { type: 'text/csv; charset=utf-8', name } })

export const listSearches = editor.get('/api/studio/demand/searches', {
  does: 'What visitors search, and how many clips they find.',
  example: { list: 'nothing', days: 30 },
  query: SearchesQuery,
  answer: Searches,
})

export const searchesFile = tableOf(listSearches, 'What visitors search, as a table.', 'searches.csv')

export const listClipFigures = editor.get('/api/studio/demand/clips', {
  does: 'Clips with their views, previews, likes and downloads.',
  example: { sort: 'downloads', days: 30 },
  query: ClipFiguresQuery,
  answer: ClipFigures,
})

export const clipFiguresFile = tableOf(listClipFigures, 'Clips with their figures, as a table.', 'clips.csv')

export const listCreators = editor.get('/api/studio/demand/creators', {
  does: 'Downloads by month and creator.',
  example: { from: '2026-01', to: '2026-12' },
  query: CreatorsQuery,
  answer: Creators,
})

export const creatorsFile = tableOf(
  listCreators,
  'Downloads by month and creator, as a table.',
  'downloads_by_creator.csv',
)

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
