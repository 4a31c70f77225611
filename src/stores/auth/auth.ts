import { persistentAtom } from '@nanostores/persistent'
import { logout, refresh } from '#contract/account-endpoints.ts'
import type { SignedIn, User } from '#contract/accounts.ts'
import { ApiError, request } from '#contract/request.ts'
import { type AuthRecord, decodeRecord, recordOf } from './auth-record.ts'

const KEY = 'auth'

/**
 * Who is signed in, in every tab of this browser; undefined for nobody. Islands that the server renders read it with
 * `useAuth()`, since the server's HTML is nobody's.
 */
export const $auth = persistentAtom<AuthRecord | undefined>(KEY, undefined, {
  encode: (record) => record && JSON.stringify(record),
  decode: decodeRecord,
})

/** Keeps what register, login or a changed password answered. @throws Error where it names no user */
export function signIn(answer: SignedIn): AuthRecord {
  if (!answer?.user || !answer.access_token) throw new Error('The answer has no user')
  const record = recordOf(answer, Date.now())
  $auth.set(record)
  return record
}

/** Takes over what the server now says of the signed-in person (a name, a membership); the tokens stay. */
export function updateUser({ id, name, membership, email }: User): void {
  const record = $auth.get()
  if (record?.id === id) $auth.set({ ...record, name, membership, email })
}

/** Signed out here and in the other tabs at once; the server is told, and if it cannot be reached the session idles out. */
export async function signOut(): Promise<void> {
  const record = $auth.get()
  $auth.set(undefined)
  if (!record) return
  try {
    await request(logout, { refresh_token: record.refresh_token }, { keepalive: true })
  } catch (error) {
    console.warn('The server could not be told of the sign-out', error)
  }
}

/** Signed out here and in the other tabs, where the server has ended the session by itself. */
export function forget(): void {
  $auth.set(undefined)
}

/** An access token that has not expired; refreshed first if it has. @throws as refreshSession() */
export async function freshToken(): Promise<string> {
  const record = $auth.get()
  if (record && record.expiry_time > Date.now()) return record.token
  return (await refreshSession(record?.token)).token
}

let refreshing: Promise<AuthRecord> | undefined

/**
 * Trades the refresh token for a new pair: one call at a time, in all tabs. Where another call or tab was faster than
 * this one, its tokens are taken and the server is not asked.
 * @param stale the access token that did not do; the one that is kept, unless told
 * @throws Error('No refresh token found') where nobody is signed in; ApiError where the server refuses, which signs
 *   out; TypeError or DOMException where it cannot be reached, which does not
 */
export function refreshSession(stale: string | undefined = $auth.get()?.token): Promise<AuthRecord> {
  refreshing ??= alone(() => refreshUnlessDone(stale)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** Locks need a secure context; without them the server forgives two tabs that come within ten seconds. */
function alone(work: () => Promise<AuthRecord>): Promise<AuthRecord> {
  return navigator.locks ? navigator.locks.request('auth-refresh', work) : work()
}

async function refreshUnlessDone(stale: string | undefined): Promise<AuthRecord> {
  const record = stored()
  if (!record) throw new Error('No refresh token found')
  if (record.token !== stale && record.expiry_time > Date.now()) return record
  try {
    const answer = await exchange(record.refresh_token)
    // Signed out or in as somebody else meanwhile: what was decided last counts.
    if (stored()?.refresh_token !== record.refresh_token) return stored() ?? nobody()
    return signIn(answer)
  } catch (error) {
    if (error instanceof ApiError && stored()?.refresh_token === record.refresh_token) $auth.set(undefined)
    throw error
  }
}

/** Well under the ten seconds in which the server gives a pair again whose answer was lost on the way. */
const PATIENCE_MS = 4000

async function exchange(refresh_token: string): Promise<SignedIn> {
  try {
    return await request(refresh, { refresh_token }, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    if (error instanceof ApiError) throw error
    return request(refresh, { refresh_token })
  }
}

function nobody(): never {
  throw new Error('No refresh token found')
}

/** Read anew: another tab may have written a moment ago, and its event comes later than its lock is freed. */
function stored(): AuthRecord | undefined {
  try {
    return decodeRecord(localStorage.getItem(KEY) ?? '')
  } catch {
    return $auth.get()
  }
}
