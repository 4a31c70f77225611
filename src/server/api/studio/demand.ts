import type * as calls from '#contract/studio/demand-calls.ts'
import { csvOf } from '#server/csv-lines.ts'
import { clipRows, listClipFigures } from '#server/demand/list-clip-figures.ts'
import { creatorRows, listCreators } from '#server/demand/list-creators.ts'
import { listSearches, searchRows } from '#server/demand/list-searches.ts'
import { addWish, changeWish, listWishes, removeWish } from '#server/demand/wishes.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'

const SEARCHES = ['text', 'visitors', 'found_little', 'opened_a_clip', 'fitting_clips']
const CLIPS = ['id', 'title', 'title_ja', 'views', 'previews', 'likes', 'downloads']
const CREATORS = ['month', 'user_name', 'downloads', 'clips']

export const demand: Handlers<typeof calls> = {
  listSearches: ({ deps }, query) => listSearches(deps, query),
  searchesFile: ({ deps }, query) => csvOf(SEARCHES, searchRows(deps, query)),
  listClipFigures: ({ deps }, query) => listClipFigures(deps, query),
  clipFiguresFile: ({ deps }, query) => csvOf(CLIPS, clipRows(deps, query)),
  listCreators: ({ deps }, query) => listCreators(deps, query),
  creatorsFile: ({ deps }, query) => csvOf(CREATORS, creatorRows(deps, query)),
  listWishes: ({ deps }) => listWishes(deps),
  addWish: ({ deps, member }, input) => addWish(deps, member, input),
  changeWish: ({ deps, member }, input) => changeWish(deps, member, input),
  removeWish: ({ deps, member }, { id }) => removeWish(deps, member, id),
}
