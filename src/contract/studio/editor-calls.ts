import { del, get, patch, post } from '../call.ts'
import { SourceParams } from '../clips.ts'
import {
  ClipEdit,
  ClipVersion,
  DeleteInput,
  OtherWords,
  OtherWordsInput,
  ScheduleInput,
  SeenVersion,
  StudioClip,
  WordList,
  WordsQuery,
} from './clip.ts'
import { UploadLine } from './uploads.ts'

export const studioClip = get('/api/studio/clips/{id}', {
  does: 'A clip of the library in any state.',
  may: 'editor',
  params: SourceParams,
  answer: StudioClip,
  errors: ['mediaNotFound'],
})

export const clipVersion = get('/api/studio/clips/{id}/version', {
  does: 'A clip’s version, cheap enough to ask every few seconds.',
  may: 'editor',
  params: SourceParams,
  answer: ClipVersion,
  errors: ['mediaNotFound'],
})

export const editClip = patch('/api/studio/clips/{id}', {
  does: 'Changes some fields of a clip; the answer to an outdated version has the `clip` as it is now.',
  may: 'editor',
  params: SourceParams,
  body: ClipEdit,
  answer: StudioClip,
  errors: ['mediaNotFound', 'versionConflict', 'categoryNotFound', 'clipIncomplete', 'notADraft'],
})

export const deleteClip = del('/api/studio/clips/{id}', {
  does: 'Deletes a clip; its number or title confirms it.',
  may: 'editor',
  params: SourceParams,
  body: DeleteInput,
  errors: ['mediaNotFound', 'typedWrong'],
})

export const publishStudioClip = post('/api/studio/clips/{id}/publish', {
  does: 'Shows a clip to visitors.',
  may: 'editor',
  params: SourceParams,
  body: SeenVersion,
  answer: StudioClip,
  errors: ['mediaNotFound', 'versionConflict', 'clipIncomplete'],
})

export const hideStudioClip = post('/api/studio/clips/{id}/hide', {
  does: 'Hides a clip from visitors.',
  may: 'editor',
  params: SourceParams,
  body: SeenVersion,
  answer: StudioClip,
  errors: ['mediaNotFound', 'versionConflict'],
})

export const scheduleClip = post('/api/studio/clips/{id}/schedule', {
  does: 'Publishes a draft at a time; null cancels it.',
  may: 'editor',
  params: SourceParams,
  body: ScheduleInput,
  answer: StudioClip,
  errors: ['mediaNotFound', 'versionConflict', 'clipIncomplete', 'notADraft'],
})

export const renderAgain = post('/api/studio/clips/{id}/render', {
  does: 'Renders a clip again from its original, if that was kept.',
  may: 'editor',
  params: SourceParams,
  answer: UploadLine,
  errors: ['mediaNotFound', 'originalGone'],
})

/** See domain/studio/film-frames.ts. A film is decoded, after earlier requests. */
export const clipFrames = get('/api/studio/clips/{id}/frames', {
  does: 'Frames of a clip, side by side.',
  may: 'editor',
  params: SourceParams,
  file: { type: 'image/jpeg' },
  errors: ['mediaNotFound'],
  within: 'requestTimeout',
})

export const keywordSuggestions = get('/api/studio/words', {
  does: 'Keywords in one language that begin with a text.',
  may: 'editor',
  query: WordsQuery,
  answer: WordList,
})

export const otherWords = post('/api/studio/words/other', {
  does: 'For each keyword in the thesaurus its words in the other language.',
  may: 'editor',
  body: OtherWordsInput,
  answer: OtherWords,
})
