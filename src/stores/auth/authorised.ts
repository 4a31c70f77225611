import { currentUser } from '#contract/accounts/account-calls.ts'
import type { CurrentUser } from '#contract/accounts/accounts.ts'
import { ApiError, type Endpoint, type RequestOptions, request } from '#contract/request.ts'
import { $factorMissing, freshToken, refreshSession, updateUser } from './auth.ts'

/** Refreshes after a 401 and retries once. @throws as `request`; as `refreshSession` if the session has ended */
export async function requestAs<Params, Answer>(
  endpoint: Endpoint<Params, Answer>,
  params: Params,
  options: Omit<RequestOptions, 'token' | 'basic'> = {},
): Promise<Answer> {
  const token = await freshToken()
  try {
    return await request(endpoint, params, { ...options, token })
  } catch (error) {
    if (error instanceof ApiError && error.answer.status === 'FACTOR_MISSING') $factorMissing.set(true)
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const renewed = await refreshSession(token)
    return request(endpoint, params, { ...options, token: renewed.token })
  }
}

/** Fetches the signed-in person and stores the membership with the profile. @throws as `requestAs` */
export async function refreshUser(signal?: AbortSignal): Promise<CurrentUser> {
  const user = await requestAs(currentUser, undefined, { signal })
  updateUser(user)
  return user
}
