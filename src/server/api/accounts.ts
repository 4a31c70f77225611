import type * as calls from '#contract/accounts/account-calls.ts'
import { basicCredentials } from '#server/accounts/basic-credentials.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { login } from '#server/accounts/login.ts'
import { sendVerificationAgain, verifyEmail } from '#server/accounts/mail/verification.ts'
import { changePassword } from '#server/accounts/password/change-password.ts'
import { resetPassword, sendPasswordMail } from '#server/accounts/password/forgotten-password.ts'
import { memberByAccessToken } from '#server/accounts/person.ts'
import {
  answerSurvey,
  askForNewEmail,
  changeLocale,
  changeName,
  currentUser,
} from '#server/accounts/profile.ts'
import { register } from '#server/accounts/register.ts'
import { endOwnSession, endSessionsOf, listSessions, logout } from '#server/accounts/session/end-session.ts'
import { refreshSession } from '#server/accounts/session/refresh-session.ts'
import { signedIn } from '#server/accounts/session/sessions.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { queueCustomerUpdate } from '#server/billing/membership/update-customer.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { bearerIn } from '#server/http/endpoint/bearer.ts'
import { answerSignedIn, setDeviceCookie } from '#server/http/endpoint/device-cookies.ts'
import { preferredLocale } from '#server/http/endpoint/preferred-locale.ts'
import { checkTesterKey } from '#server/testers/claim-spot.ts'

export const accounts: Handlers<typeof calls> = {
  async register({ deps, visitor, context }, input) {
    const locale = input.locale ?? preferredLocale(context.request.headers.get('accept-language'))
    const key = input.testerKey
    if (key !== undefined) await checkTesterKey(deps, { key, address: visitor.address })
    const answer = await register(deps, { ...input, locale }, { ...visitor, isInvited: key !== undefined })
    return answer.status === 'OK' ? answerSignedIn(context, answer) : answer
  },
  async login({ deps, visitor, context }) {
    const credentials = basicCredentials(context.request.headers.get('authorization'))
    const answer = await login(deps, credentials, visitor)
    return answer.status === 'OK' ? answerSignedIn(context, answer) : answer
  },
  async refresh({ deps }, { refresh_token }) {
    const { userId, tokens } = await refreshSession(deps, refresh_token)
    return signedIn(deps, userId, tokens)
  },
  logout: ({ deps }, { refresh_token }) => logout(deps, refresh_token),
  askForPasswordMail: ({ deps, visitor }, input) => sendPasswordMail(deps, input, visitor),
  async resetPassword({ deps, context }, input) {
    const userId = await resetPassword(deps, input)
    // So that the next sign-in works even if strangers have used up the account's attempts.
    await setDeviceCookie(context, { userId, sessionId: '' })
  },
  async verifyEmail({ deps, context }, { token }) {
    // Links are opened in any browser, so an invalid bearer token is ignored.
    const bearer = bearerIn(context.request.headers.get('authorization'))
    const member = bearer === undefined ? undefined : await memberByAccessToken(deps, bearer)
    await verifyEmail(deps, { token, sessionId: member?.sessionId, updateCustomer: queueCustomerUpdate })
  },
  currentUser: ({ deps, member }) => currentUser(deps, member),
  deleteAccount: ({ deps, member }, { password }) =>
    deleteAccount(deps, { person: member, password, endPayments: queueEndOfCustomer }),
  myData: ({ deps, member }) => exportAccount(deps, member.id),
  changePassword: async ({ deps, member, visitor: { userAgent }, context }, input) =>
    answerSignedIn(
      context,
      await changePassword(deps, { userId: member.id, sessionId: member.sessionId, userAgent }, input),
    ),
  changeName: ({ deps, member }, { name }) =>
    changeName(deps, { userId: member.id, name }, queueCustomerUpdate),
  askForNewEmail: ({ deps, member }, input) => askForNewEmail(deps, member.id, input),
  changeLocale: ({ deps, member }, { locale }) => changeLocale(deps, member.id, locale),
  answerSurvey: ({ deps, member }, { occupation }) => answerSurvey(deps, member.id, occupation),
  askForVerification: ({ deps, member }) => sendVerificationAgain(deps, member),
  sessionList: ({ deps, member }) => listSessions(deps, member),
  endSession: ({ deps, member }, { id }) => endOwnSession(deps, member, id),
  endAllSessions: ({ deps, member }) => endSessionsOf(deps, member.id, 'everywhere'),
}
