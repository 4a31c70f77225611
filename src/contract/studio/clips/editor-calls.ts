import { editor } from '../../call.ts'
import { ofClip, SourceParams } from '../../clips/clips.ts'
import {
  ClipEdit,
  ClipVersion,
  DeleteInput,
  OtherWords,
  OtherWordsInput,
  ScheduleInput,
  SeenVersion,
  Still,
  StillAddress,
  StudioClip,
  WordList,
  WordsQuery,
} from './clip.ts'
import { UploadLine } from './uploads.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** In a change of a clip as it was seen. */
const ofSeenClip = {
  ...{ example: { id: 7, version: 1 }, params: SourceParams },
  ...{ body: SeenVersion, answer: StudioClip },
} as const

export const studioClip = editor.get('/api/studio/clips/{id}', {
  does: 'A clip of the library in any state.',
  ...ofClip,
  answer: StudioClip,
  errors: ['mediaNotFound'],
})

export const clipVersion = editor.get('/api/studio/clips/{id}/version', {
  does: 'A clip’s version, cheap enough to ask every few seconds.',
  ...ofClip,
  answer: ClipVersion,
  errors: ['mediaNotFound'],
})

export const editClip = editor.patch('/api/studio/clips/{id}', {
  does: 'Changes some fields of a clip; the answer to an outdated version has the `clip` as it is now.',
  example: { id: 7, version: 1, title: 'A temple in soft rain' },
  params: SourceParams,
  body: ClipEdit,
  answer: StudioClip,
  errors: ['mediaNotFound', 'versionConflict', 'categoryNotFound', 'clipIncomplete', 'notADraft'],
})

export const trashClip = editor.post('/api/studio/clips/{id}/trash', {
  does: 'Puts a clip into the trash, which removes it for good after 30 days.',
  ...ofSeenClip,
  errors: ['mediaNotFound', 'versionConflict'],
})

export const restoreClip = editor.post('/api/studio/clips/{id}/restore', {
  does: 'Takes a clip out of the trash, into the state that it had.',
  ...ofSeenClip,
  errors: ['mediaNotFound', 'versionConflict'],
})

export const deleteClip = editor.del('/api/studio/clips/{id}', {
  does: 'Deletes a clip for good; its number or title confirms it. Editors may if a setting lets them.',
  example: { id: 9, typed: '9' },
  proof: 'any',
  params: SourceParams,
  body: DeleteInput,
  errors: ['mediaNotFound', 'typedWrong'],
})

export const publishStudioClip = editor.post('/api/studio/clips/{id}/publish', {
  does: 'Shows a clip to visitors.',
  ...ofSeenClip,
  errors: ['mediaNotFound', 'versionConflict', 'clipIncomplete', 'clipInTrash'],
})

export const hideStudioClip = editor.post('/api/studio/clips/{id}/hide', {
  does: 'Hides a clip from visitors.',
  ...ofSeenClip,
  errors: ['mediaNotFound', 'versionConflict'],
})

export const scheduleClip = editor.post('/api/studio/clips/{id}/schedule', {
  does: 'Publishes a draft at a time; null cancels it.',
  example: { id: 7, version: 1, publish_at: '2030-01-01T09:00:00.000Z' },
  params: SourceParams,
  body: ScheduleInput,
  answer: StudioClip,
  errors: ['mediaNotFound', 'versionConflict', 'clipIncomplete', 'notADraft'],
})

export const addStill = editor.post('/api/studio/clips/{id}/still', {
  does: 'Stores the photograph that a clip was made from, encoded anew; an edit of the clip names it.',
  example: { id: 7, bytes: PIXEL },
  params: SourceParams,
  body: Still,
  answer: StillAddress,
  bodyBytes: 28_000_000,
  errors: ['mediaNotFound', 'pictureInvalid'],
})

export const renderAgain = editor.post('/api/studio/clips/{id}/render', {
  does: 'Renders a clip again from its original, if that was kept.',
  ...ofClip,
  answer: UploadLine,
  errors: ['mediaNotFound', 'originalGone'],
})

/** See domain/studio/uploads/film-frames.ts. A film is decoded, after earlier requests. */
export const clipFrames = editor.get('/api/studio/clips/{id}/frames', {
  does: 'Frames of a clip, side by side.',
  ...ofClip,
  file: { type: 'image/jpeg' },
  errors: ['mediaNotFound'],
  within: 'requestTimeout',
})

export const keywordSuggestions = editor.get('/api/studio/words', {
  does: 'Keywords in one language that begin with a text.',
  example: { q: 'te', locale: 'en' },
  query: WordsQuery,
  answer: WordList,
})

export const otherWords = editor.post('/api/studio/words/other', {
  does: 'For each keyword in the thesaurus its words in the other language.',
  example: { words: ['temple', 'rain'], from: 'en' },
  body: OtherWordsInput,
  answer: OtherWords,
})
