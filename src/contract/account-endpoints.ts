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
import type { LoginAnswer } from './factors.ts'
import { del, get, post, put } from './request.ts'

export const register = post<RegisterInput, RegisterAnswer>('/api/users')

/** Pass e-mail and password in the option `basic` of `request`. */
export const login = get<void, LoginAnswer>('/api/users/login')

export const refresh = post<RefreshInput, SignedIn>('/api/users/refresh-token')

/** Ends the refresh token's session; the access token may have expired. */
export const logout = post<RefreshInput, void>('/api/users/logout')

export const currentUser = get<void, CurrentUser>('/api/user')

export const deleteAccount = del<{ password: string }, void>('/api/user')

export const changePassword = put<{ current_password: string; new_password: string }, SignedIn>(
  '/api/user/password',
)

export const askForPasswordMail = post<{ email: string }, void>('/api/users/forgotten-password')

export const resetPassword = put<{ token: string; password: string }, void>('/api/users/forgotten-password')

export const changeName = put<{ name: string }, void>('/api/user/name')

/** Mails a link to the new address. */
export const askForNewEmail = put<{ email: string; password: string }, void>('/api/user/email')

/** Sends the verification mail again. */
export const askForVerification = post<void, void>('/api/user/verification')

export const verifyEmail = put<{ token: string }, void>('/api/users/verification')

export const changeLocale = put<{ locale: 'en' | 'ja' }, void>('/api/user/locale')

export const answerSurvey = put<{ occupation: string }, void>('/api/user/survey')

export const sessionList = get<void, SessionList>('/api/user/sessions')

export const endSession = del<{ id: string }, void>(
  ({ id }) => `/api/user/sessions/${encodeURIComponent(id)}`,
)

/** Every session, including this one. */
export const endAllSessions = del<void, void>('/api/user/sessions')

/** Everything stored about the caller, as JSON. */
export const myData = get<void, Record<string, unknown>>('/api/user/export')

export const like = put<{ id: number }, LikeAnswer>(({ id }) => `/api/users/medias/${id}/like`)

export const unlike = del<{ id: number }, LikeAnswer>(({ id }) => `/api/users/medias/${id}/like`)

export const likeList = get<void, LikeList>('/api/users/medias/likes')

/** List of the clips that the caller likes, for `listPage`. */
export const LIKED_CLIPS = '/api/users/medias/liked'

export const signMedia = get<{ filepath: string }, SignedMedia>(
  ({ filepath }) => `/api/media-sign?filepath=${encodeURIComponent(filepath)}`,
)

export const licenceList = get<{ offset: number }, LicenceList>(
  ({ offset }) => `/api/user/downloads?offset=${offset}`,
)

export const licence = get<{ id: string }, Licence>(({ id }) => `/api/licences/${encodeURIComponent(id)}`)

/** Path of the certificate's PDF. It needs a bearer token, so fetch and save it instead of linking. */
export const licencePdfPath = (id: string, locale: 'en' | 'ja') =>
  `/api/licences/${encodeURIComponent(id)}/pdf?locale=${locale}`

export const activity = post<ActivityInput, void>('/api/activity')
