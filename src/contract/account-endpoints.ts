import type {
  ActivityInput,
  CurrentUser,
  LikeAnswer,
  LikeList,
  RefreshInput,
  RegisterAnswer,
  RegisterInput,
  SessionList,
  SignedIn,
} from './accounts.ts'
import type { Licence, LicenceList, SignedMedia } from './downloads.ts'
import type { Endpoint } from './request.ts'

export const register: Endpoint<RegisterInput, RegisterAnswer> = {
  method: 'POST',
  path: () => '/api/users',
  body: (input) => input,
}

/** E-mail and password go into the option `basic` of `request`. */
export const login: Endpoint<void, SignedIn> = { method: 'GET', path: () => '/api/users/login' }

export const refresh: Endpoint<RefreshInput, SignedIn> = {
  method: 'POST',
  path: () => '/api/users/refresh-token',
  body: (input) => input,
}

/** Ends the refresh token's session; the access token may have expired. */
export const logout: Endpoint<RefreshInput, void> = {
  method: 'POST',
  path: () => '/api/users/logout',
  body: (input) => input,
}

export const currentUser: Endpoint<void, CurrentUser> = { method: 'GET', path: () => '/api/user' }

export const deleteAccount: Endpoint<{ password: string }, void> = {
  method: 'DELETE',
  path: () => '/api/user',
  body: (input) => input,
}

export const changePassword: Endpoint<{ current_password: string; new_password: string }, SignedIn> = {
  method: 'PUT',
  path: () => '/api/user/password',
  body: (input) => input,
}

export const askForPasswordMail: Endpoint<{ email: string }, void> = {
  method: 'POST',
  path: () => '/api/users/forgotten-password',
  body: (input) => input,
}

export const resetPassword: Endpoint<{ token: string; password: string }, void> = {
  method: 'PUT',
  path: () => '/api/users/forgotten-password',
  body: (input) => input,
}

/** Sends the verification mail again. */
export const askForVerification: Endpoint<void, void> = {
  method: 'POST',
  path: () => '/api/user/verification',
}

export const verifyEmail: Endpoint<{ token: string }, void> = {
  method: 'PUT',
  path: () => '/api/users/verification',
  body: (input) => input,
}

export const changeLocale: Endpoint<{ locale: 'en' | 'ja' }, void> = {
  method: 'PUT',
  path: () => '/api/user/locale',
  body: (input) => input,
}

export const answerSurvey: Endpoint<{ occupation: string }, void> = {
  method: 'PUT',
  path: () => '/api/user/survey',
  body: (input) => input,
}

export const sessionList: Endpoint<void, SessionList> = { method: 'GET', path: () => '/api/user/sessions' }

export const endSession: Endpoint<{ id: string }, void> = {
  method: 'DELETE',
  path: ({ id }) => `/api/user/sessions/${encodeURIComponent(id)}`,
}

/** Every session, including this one. */
export const endAllSessions: Endpoint<void, void> = { method: 'DELETE', path: () => '/api/user/sessions' }

/** Everything stored about the caller, as JSON. */
export const myData: Endpoint<void, Record<string, unknown>> = {
  method: 'GET',
  path: () => '/api/user/export',
}

export const like: Endpoint<{ id: number }, LikeAnswer> = {
  method: 'PUT',
  path: ({ id }) => `/api/users/medias/${id}/like`,
}

export const unlike: Endpoint<{ id: number }, LikeAnswer> = {
  method: 'DELETE',
  path: ({ id }) => `/api/users/medias/${id}/like`,
}

export const likeList: Endpoint<void, LikeList> = { method: 'GET', path: () => '/api/users/medias/likes' }

/** List of the clips that the caller likes, for `listPage`. */
export const LIKED_CLIPS = '/api/users/medias/liked'

export const signMedia: Endpoint<{ filepath: string }, SignedMedia> = {
  method: 'GET',
  path: ({ filepath }) => `/api/media-sign?filepath=${encodeURIComponent(filepath)}`,
}

export const licenceList: Endpoint<{ offset: number }, LicenceList> = {
  method: 'GET',
  path: ({ offset }) => `/api/user/downloads?offset=${offset}`,
}

export const licence: Endpoint<{ id: string }, Licence> = {
  method: 'GET',
  path: ({ id }) => `/api/licences/${encodeURIComponent(id)}`,
}

/** Path of the certificate's PDF. It needs a bearer token, so fetch and save it instead of linking. */
export const licencePdfPath = (id: string, locale: 'en' | 'ja') =>
  `/api/licences/${encodeURIComponent(id)}/pdf?locale=${locale}`

export const activity: Endpoint<ActivityInput, void> = {
  method: 'POST',
  path: () => '/api/activity',
  body: (input) => input,
}
