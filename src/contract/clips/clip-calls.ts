import * as z from 'zod/mini'
import { ActivityInput, LikeAnswer, LikeList } from '../accounts/accounts.ts'
import { anyone, member } from '../call.ts'
import { ContactInput } from '../shop/contact.ts'
import {
  CategoryList,
  CategoryParams,
  ClipNames,
  CreatorParams,
  NamedClips,
  ofClip,
  PageQuery,
  PictureQuery,
  Source,
  SourceList,
} from './clips.ts'
import { OembedQuery, OembedVideo } from './oembed.ts'
import { FilteredQuery, SearchAnswer, SearchQuery, SuggestionList, SuggestionQuery } from './search.ts'

const CLIPS = { maxAge: 60, swr: 3600, tags: ['clips'] }

export const clip = anyone.get('/api/medias/{id}', {
  does: 'A clip with its renditions.',
  ...ofClip,
  answer: Source,
  errors: ['mediaNotFound'],
  cache: CLIPS,
})

const neighbours = {
  ...ofClip,
  query: PageQuery,
  answer: SourceList,
  errors: ['mediaNotFound'],
  cache: CLIPS,
} as const

export const relatedClips = anyone.get('/api/medias/{id}/related', {
  does: 'Clips that resemble a clip, without the clip itself.',
  ...neighbours,
})

export const similarClips = anyone.get('/api/medias/{id}/similar', {
  does: 'Clips that look like a clip, by colours and composition, without the clip itself.',
  ...neighbours,
})

export const alikeClips = anyone.get('/api/medias/alike', {
  does: 'Clips that look like a picture, the likest first.',
  more: '`look` stands in the address `/look/{look}` to which the search box leads. No picture is sent.',
  example: { look: 'Qf_76AAAAAIBAA0A__sAA__89wA' },
  query: PictureQuery,
  answer: SourceList,
  limit: 'searches',
  cache: CLIPS,
})

export const categoryList = anyone.get('/api/medias/categories', {
  does: 'All categories with clips, in the order of the bar.',
  answer: CategoryList,
  cache: { ...CLIPS, tags: ['categories'] },
})

export const categoryClips = anyone.get('/api/medias/categories/{id}', {
  does: 'The clips of a category.',
  example: { id: 'temple' },
  params: CategoryParams,
  query: PageQuery,
  answer: SourceList,
  errors: ['categoryNotFound'],
  cache: { ...CLIPS, tags: ['clips', 'categories'] },
})

export const creatorClips = anyone.get('/api/medias/by/{name}', {
  does: 'The clips of a creator, by the name in any spelling.',
  example: { name: 'Nagare' },
  params: CreatorParams,
  query: FilteredQuery,
  answer: SearchAnswer,
  errors: ['creatorNotFound'],
  limit: 'searches',
  cache: CLIPS,
})

export const search = anyone.get('/api/medias/search', {
  does: 'Clips that have all words of a text, then those that have some; an empty text lists the default clips.',
  more: '`facets=1` adds counts for each filter. `total` and these counts include close clips; `total_at_least` says that there may be more. `searched_instead` is the text that was searched, `marks` the words to highlight.',
  example: { q: 'temple', orientation: 'landscape', duration_to: 10 },
  query: SearchQuery,
  answer: SearchAnswer,
  limit: 'searches',
  cache: { maxAge: 60, swr: 600, tags: ['clips', 'searches'] },
})

export const clipsByName = anyone.post('/api/medias/names', {
  does: 'The clips that saved films or comps of these names belong to.',
  more: 'Names as `file_name` of a download says them; several clips may have one. Names of no clip are left out.',
  example: { names: ['nagare_clip-7.mp4'] },
  scope: 'read',
  body: ClipNames,
  answer: NamedClips,
  limit: 'searches',
})

export const suggestionList = anyone.get('/api/medias/suggestions', {
  does: 'Completions of the text typed so far.',
  example: { q: 'tem' },
  query: SuggestionQuery,
  answer: SuggestionList,
  limit: 'suggestions',
  cache: { maxAge: 60, swr: 600, tags: ['clips', 'categories'] },
})

export const oembed = anyone.get('/api/oembed', {
  does: 'A clip’s player for other sites, as oembed.com describes.',
  more: 'The player can also `loop` and start `muted`.',
  example: { url: 'https://nagare.example/m/7', maxwidth: 640 },
  query: OembedQuery,
  answer: OembedVideo,
  errors: ['formatUnsupported', 'mediaNotFound'],
  cache: { maxAge: 300, swr: 3600, tags: ['clips'] },
})

export const apiDocument = anyone.get('/api/openapi.json', {
  does: 'All calls as OpenAPI 3.1.',
  answer: z.looseObject({ openapi: z.string() }),
  cache: { maxAge: 3600, swr: 86_400, tags: [] },
})

export const countView = anyone.post('/api/medias/{id}/view', {
  does: 'Counts a view of a clip’s page; views feed popularity.',
  more: 'Counted once an hour for each address.',
  ...ofClip,
  errors: ['mediaNotFound'],
})

const liking = { ...ofClip, answer: LikeAnswer, errors: ['mediaNotFound'] } as const

export const like = member.put('/api/users/medias/{id}/like', {
  does: 'Likes a clip; may be repeated.',
  ...liking,
})

export const unlike = member.del('/api/users/medias/{id}/like', {
  does: 'Takes a like back; may be repeated.',
  ...liking,
})

export const likeList = member.get('/api/users/medias/likes', {
  does: 'The ids of the caller’s liked clips, newest like first.',
  scope: 'read',
  answer: LikeList,
})

export const likedClips = member.get('/api/users/medias/liked', {
  does: 'The caller’s liked clips, newest like first.',
  scope: 'read',
  query: PageQuery,
  answer: SourceList,
})

export const activity = anyone.post('/api/activity', {
  does: 'Counts a click on something that the site’s figures name.',
  more: '`meta` is flat and at most 1 kB.',
  example: { label: 'DOWNLOAD_CLICK', meta: { path: '/m/7' } },
  body: ActivityInput,
  limit: 'clicks',
  bodyBytes: 2 * 1024,
})

export const sendMessage = anyone.post('/api/contact', {
  does: 'Sends a message to the operator.',
  more: '20 an hour.',
  example: {
    name: 'Aoi',
    email: 'aoi@example.com',
    topic: 'licence',
    clip: 7,
    message: 'May I use it in a film for a client?',
  },
  body: ContactInput,
})

export const reportViolations = anyone.post('/api/csp-report', {
  does: 'Where browsers report violations of the content security policy.',
  limit: 'cspReports',
  bodyBytes: 16 * 1024,
})
