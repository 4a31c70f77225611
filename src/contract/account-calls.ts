import {
  ChangeEmailInput,
  ChangeNameInput,
  ChangePasswordInput,
  CurrentUser,
  DeleteAccountInput,
  ForgottenPasswordInput,
  LocaleInput,
  RefreshInput,
  RegisterAnswer,
  RegisterInput,
  ResetPasswordInput,
  SessionList,
  SessionParams,
  SignedIn,
  SurveyInput,
  VerifyEmailInput,
} from './accounts.ts'
import { del, get, post, put } from './call.ts'
import { LoginAnswer } from './factors.ts'

export const register = post('/api/users', {
  does: 'Makes an account and signs in.',
  may: 'anyone',
  body: RegisterInput,
  answer: RegisterAnswer,
  errors: ['passwordTooCommon', 'invalidKey'],
})

/** In the browser, pass e-mail and password as `basic` to `request`. */
export const login = get('/api/users/login', {
  does: 'Signs in by Basic authorization, or asks for a second factor.',
  may: 'anyone',
  answer: LoginAnswer,
  errors: ['signInRequired', 'signInFailed'],
  changes: true,
})

export const refresh = post('/api/users/refresh-token', {
  does: 'The next pair of tokens.',
  may: 'anyone',
  body: RefreshInput,
  answer: SignedIn,
  errors: ['tokenInvalid'],
})

export const logout = post('/api/users/logout', {
  does: 'Ends the session of a refresh token; may be repeated.',
  may: 'anyone',
  body: RefreshInput,
})

export const askForPasswordMail = post('/api/users/forgotten-password', {
  does: 'Mails a link that sets a new password, if the address has an account.',
  may: 'anyone',
  body: ForgottenPasswordInput,
})

export const resetPassword = put('/api/users/forgotten-password', {
  does: 'Sets a new password by a mailed link; ends all sessions.',
  may: 'anyone',
  body: ResetPasswordInput,
  errors: ['mailTokenInvalid', 'passwordTooCommon'],
})

export const verifyEmail = put('/api/users/verification', {
  does: 'Confirms an address by a mailed link; a bearer token says which session stays when it is a new one.',
  may: 'anyone',
  body: VerifyEmailInput,
  errors: ['mailTokenInvalid', 'emailTaken'],
})

export const currentUser = get('/api/user', {
  does: 'The caller’s account.',
  may: 'member',
  answer: CurrentUser,
})

export const deleteAccount = del('/api/user', {
  does: 'Deletes the account and ends its subscription; its licences stay valid without a name.',
  may: 'member',
  body: DeleteAccountInput,
  errors: ['passwordWrong', 'forbidden'],
})

export const myData = get('/api/user/export', {
  does: 'Everything stored about the caller.',
  may: 'member',
  file: { type: 'application/json; charset=utf-8', name: 'my_data.json' },
  within: 'studioAnswer',
})

export const changePassword = put('/api/user/password', {
  does: 'Changes the password; ends all earlier sessions and begins a new one.',
  may: 'member',
  body: ChangePasswordInput,
  answer: SignedIn,
  errors: ['passwordWrong', 'passwordTooCommon'],
})

export const changeName = put('/api/user/name', {
  does: 'Changes the name; existing licences keep theirs.',
  may: 'member',
  body: ChangeNameInput,
})

export const askForNewEmail = put('/api/user/email', {
  does: 'Mails a link to a new address, which becomes the account’s when the link is opened.',
  may: 'member',
  body: ChangeEmailInput,
  errors: ['passwordWrong', 'emailTaken'],
})

export const changeLocale = put('/api/user/locale', {
  does: 'Changes the language of mails.',
  may: 'member',
  body: LocaleInput,
})

export const answerSurvey = put('/api/user/survey', {
  does: 'Keeps the caller’s occupation.',
  may: 'member',
  body: SurveyInput,
})

export const askForVerification = post('/api/user/verification', {
  does: 'Mails the link that confirms the address again.',
  may: 'member',
})

export const sessionList = get('/api/user/sessions', {
  does: 'The caller’s sessions, last used first.',
  may: 'member',
  answer: SessionList,
})

export const endSession = del('/api/user/sessions/{id}', {
  does: 'Ends one of the caller’s sessions.',
  may: 'member',
  params: SessionParams,
  errors: ['notFound'],
})

export const endAllSessions = del('/api/user/sessions', {
  does: 'Ends all of the caller’s sessions, including this one.',
  may: 'member',
})
