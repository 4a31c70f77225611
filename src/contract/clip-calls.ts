import { ActivityInput, LikeAnswer, LikeList } from './accounts.ts'
import { del, get, post, put } from './call.ts'
import { CategoryList, CategoryParams, PageQuery, Source, SourceList, SourceParams } from './clips.ts'
import { ContactInput } from './contact.ts'
import { OembedQuery, OembedVideo } from './oembed.ts'
import { SearchAnswer, SearchQuery, SuggestionList, SuggestionQuery } from './search.ts'

const CLIPS = { maxAge: 60, swr: 3600, tags: ['clips'] }

export const clip = get('/api/medias/{id}', {
  does: 'A clip with its renditions.',
  may: 'anyone',
  params: SourceParams,
  answer: Source,
  errors: ['mediaNotFound'],
  cache: CLIPS,
})

export const relatedClips = get('/api/medias/{id}/related', {
  does: 'Clips that resemble a clip, without the clip itself.',
  may: 'anyone',
  params: SourceParams,
  query: PageQuery,
  answer: SourceList,
  errors: ['mediaNotFound'],
  cache: CLIPS,
})

export const categoryList = get('/api/medias/categories', {
  does: 'All categories with clips, in the order of the bar.',
  may: 'anyone',
  answer: CategoryList,
  cache: { ...CLIPS, tags: ['categories'] },
})

export const categoryClips = get('/api/medias/categories/{id}', {
  does: 'The clips of a category.',
  may: 'anyone',
  params: CategoryParams,
  query: PageQuery,
  answer: SourceList,
  errors: ['categoryNotFound'],
  cache: { ...CLIPS, tags: ['clips', 'categories'] },
})

export const search = get('/api/medias/search', {
  does: 'Clips that have all words of a text, then those that have some; an empty text lists the default clips.',
  may: 'anyone',
  query: SearchQuery,
  answer: SearchAnswer,
  limit: 'searches',
  cache: { maxAge: 60, swr: 600, tags: ['clips'] },
})

export const suggestionList = get('/api/medias/suggestions', {
  does: 'Completions of the text typed so far.',
  may: 'anyone',
  query: SuggestionQuery,
  answer: SuggestionList,
  limit: 'suggestions',
  cache: { maxAge: 60, swr: 600, tags: ['clips', 'categories'] },
})

export const oembed = get('/api/oembed', {
  does: 'A clip’s player for other sites, as oembed.com describes.',
  may: 'anyone',
  query: OembedQuery,
  answer: OembedVideo,
  errors: ['formatUnsupported', 'mediaNotFound'],
  cache: { maxAge: 300, swr: 3600, tags: ['clips'] },
  forOtherSites: true,
})

export const countView = post('/api/medias/{id}/view', {
  does: 'Counts a view of a clip’s page; views feed popularity.',
  may: 'anyone',
  params: SourceParams,
  errors: ['mediaNotFound'],
})

export const like = put('/api/users/medias/{id}/like', {
  does: 'Likes a clip; may be repeated.',
  may: 'member',
  params: SourceParams,
  answer: LikeAnswer,
  errors: ['mediaNotFound'],
})

export const unlike = del('/api/users/medias/{id}/like', {
  does: 'Takes a like back; may be repeated.',
  may: 'member',
  params: SourceParams,
  answer: LikeAnswer,
  errors: ['mediaNotFound'],
})

export const likeList = get('/api/users/medias/likes', {
  does: 'The ids of the caller’s liked clips, newest like first.',
  may: 'member',
  answer: LikeList,
})

export const likedClips = get('/api/users/medias/liked', {
  does: 'The caller’s liked clips, newest like first.',
  may: 'member',
  query: PageQuery,
  answer: SourceList,
})

export const activity = post('/api/activity', {
  does: 'Counts a click on something that the site’s figures name.',
  may: 'anyone',
  body: ActivityInput,
  limit: 'clicks',
  bodyBytes: 2 * 1024,
})

export const sendMessage = post('/api/contact', {
  does: 'Sends a message to the operator.',
  may: 'anyone',
  body: ContactInput,
})

export const reportViolations = post('/api/csp-report', {
  does: 'Where browsers report violations of the content security policy.',
  may: 'anyone',
  limit: 'cspReports',
  bodyBytes: 16 * 1024,
})
