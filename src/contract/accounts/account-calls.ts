import * as z from 'zod/mini'
import { anyone, member } from '../call.ts'
import * as accounts from './accounts.ts'
import { LoginAnswer } from './factors.ts'

const RefreshInput = z.object({ refresh_token: z.string().check(z.minLength(1), z.maxLength(300)) })

export const register = anyone.post('/api/users', {
  does: 'Makes an account and signs in.',
  more: '`EMAIL_EXISTS` is answered with 200, and signs nobody in. A `testerKey` raises the limit of registrations.',
  example: { name: 'Aoi', email: 'aoi@example.com', password: 'nagareru-mizu', locale: 'en' },
  body: accounts.RegisterInput,
  answer: accounts.RegisterAnswer,
  errors: ['passwordTooCommon', 'invalidKey'],
})

/** In the browser, pass e-mail and password as `basic` to `request`. */
export const login = anyone.get('/api/users/login', {
  does: 'Signs in by Basic authorization, or asks for a second factor.',
  answer: LoginAnswer,
  errors: ['signInRequired', 'signInFailed', 'suspended'],
  changes: true,
})

export const refresh = anyone.post('/api/users/refresh-token', {
  does: 'The next pair of tokens.',
  example: { refresh_token: 'b9c1e0f2.4.Zm9yIGV4YW1wbGU' },
  body: RefreshInput,
  answer: accounts.SignedIn,
  errors: ['tokenInvalid'],
})

export const logout = anyone.post('/api/users/logout', {
  does: 'Ends the session of a refresh token; may be repeated.',
  example: { refresh_token: 'b9c1e0f2.4.Zm9yIGV4YW1wbGU' },
  body: RefreshInput,
})

export const askForPasswordMail = anyone.post('/api/users/forgotten-password', {
  does: 'Mails a link that sets a new password, if the address has an account.',
  more: 'The answer is the same without an account. The link lives an hour.',
  example: { email: 'aoi@example.com' },
  body: accounts.ForgottenPasswordInput,
})

export const resetPassword = anyone.put('/api/users/forgotten-password', {
  does: 'Sets a new password by a mailed link; ends all sessions.',
  example: { token: 'Zm9yIGV4YW1wbGU', password: 'kumo-no-nagare' },
  body: accounts.ResetPasswordInput,
  errors: ['mailTokenInvalid', 'passwordTooCommon'],
})

export const verifyEmail = anyone.put('/api/users/verification', {
  does: 'Confirms an address by a mailed link; a bearer token says which session stays when it is a new one.',
  example: { token: 'Zm9yIGV4YW1wbGU' },
  body: z.object({ token: z.string().check(z.maxLength(300)) }),
  errors: ['mailTokenInvalid', 'emailTaken'],
})

export const currentUser = member.get('/api/user', {
  does: 'The caller’s account.',
  answer: accounts.CurrentUser,
})

export const deleteAccount = member.del('/api/user', {
  does: 'Deletes the account and ends its subscription; its licences stay valid without a name.',
  example: { password: 'nagareru-mizu' },
  body: accounts.DeleteAccountInput,
  errors: ['passwordWrong', 'forbidden'],
})

export const myData = member.get('/api/user/export', {
  does: 'Everything stored about the caller.',
  file: { type: 'application/json; charset=utf-8', name: 'my_data.json' },
  within: 'studioAnswer',
})

export const changePassword = member.put('/api/user/password', {
  does: 'Changes the password; ends all earlier sessions and begins a new one.',
  example: { current_password: 'nagareru-mizu', new_password: 'kumo-no-nagare' },
  body: accounts.ChangePasswordInput,
  answer: accounts.SignedIn,
  errors: ['passwordWrong', 'passwordTooCommon'],
})

export const changeName = member.put('/api/user/name', {
  does: 'Changes the name; existing licences keep theirs.',
  example: { name: 'Aoi Mori' },
  body: accounts.ChangeNameInput,
})

export const askForNewEmail = member.put('/api/user/email', {
  does: 'Mails a link to a new address, which becomes the account’s when the link is opened.',
  more: 'The present address drops a change that waits.',
  example: { email: 'aoi.mori@example.com', password: 'nagareru-mizu' },
  body: accounts.ChangeEmailInput,
  errors: ['passwordWrong', 'emailTaken'],
})

export const changeLocale = member.put('/api/user/locale', {
  does: 'Changes the language of mails.',
  example: { locale: 'ja' },
  body: z.object({ locale: accounts.localeSchema }),
})

export const answerSurvey = member.put('/api/user/survey', {
  does: 'Keeps the caller’s occupation.',
  example: { occupation: 'Teacher' },
  body: z.object({ occupation: z.enum(accounts.OCCUPATIONS) }),
})

export const askForVerification = member.post('/api/user/verification', {
  does: 'Mails the link that confirms the address again.',
  more: 'The link lives 24 hours.',
})

export const sessionList = member.get('/api/user/sessions', {
  does: 'The caller’s sessions, last used first.',
  answer: accounts.SessionList,
})

export const endSession = member.del('/api/user/sessions/{id}', {
  does: 'Ends one of the caller’s sessions.',
  example: { id: 'b9c1e0f2' },
  params: z.object({ id: z.string() }),
  errors: ['notFound'],
})

export const endAllSessions = member.del('/api/user/sessions', {
  does: 'Ends all of the caller’s sessions, including this one.',
})
