import { del, get, patch, post } from '../request.ts'
import type { ClipEdit, ClipVersion, OtherWords, OtherWordsInput, StudioClip, WordList } from './clip.ts'

const at = (id: number, what = '') => `/api/studio/clips/${id}${what}`

export const studioClip = get<{ id: number }, StudioClip>(({ id }) => at(id))

/** Cheap enough to poll every few seconds. */
export const clipVersion = get<{ id: number }, ClipVersion>(({ id }) => at(id, '/version'))

/** Saves some fields. If the version is outdated, the error's answer is a ConflictAnswer. */
export const editClip = patch<{ id: number; edit: ClipEdit }, StudioClip>(
  ({ id }) => at(id),
  ({ edit }) => edit,
)

const changeState = (what: 'publish' | 'hide') =>
  post<{ id: number; version: number }, StudioClip>(
    ({ id }) => at(id, `/${what}`),
    ({ version }) => ({ version }),
  )

export const publishStudioClip = changeState('publish')

export const hideStudioClip = changeState('hide')

/** Publishes a draft at that time; null cancels it. */
export const scheduleClip = post<{ id: number; version: number; publish_at: string | null }, StudioClip>(
  ({ id }) => at(id, '/schedule'),
  ({ version, publish_at }) => ({ version, publish_at }),
)

export const deleteClip = del<{ id: number; typed: string }, void>(
  ({ id }) => at(id),
  ({ typed }) => ({ typed }),
)

/** A JPEG of frames side by side; see domain/studio/film-frames.ts. */
export const framesPath = (id: number) => at(id, '/frames')

/** Keyword suggestions for a typed beginning, in one language. */
export const keywordSuggestions = get<{ text: string; locale: 'en' | 'ja' }, WordList>(
  ({ text, locale }) => `/api/studio/words?locale=${locale}&q=${encodeURIComponent(text)}`,
)

export const otherWords = post<OtherWordsInput, OtherWords>('/api/studio/words/other')

/** More fields of a version conflict. */
export interface ConflictAnswer {
  status: 'VERSION_CONFLICT'
  /** The clip as it is now. */
  clip: StudioClip
}
