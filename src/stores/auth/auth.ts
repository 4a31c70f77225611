import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'
import { logout, refresh } from '#contract/accounts/account-calls.ts'
import type { SignedIn, User } from '#contract/accounts/accounts.ts'
import { ApiError, request } from '#contract/request.ts'
import { type AuthRecord, decodeRecord, recordOf } from './auth-record.ts'

const KEY = 'auth'

/** The signed-in person, in every tab. Islands read it with `useAuth()`, since the server's HTML is for nobody. */
export const $auth = persistentAtom<AuthRecord | undefined>(KEY, undefined, {
  encode: (record) => record && JSON.stringify(record),
  decode: decodeRecord,
})

/** True after the server ended the session (expired, or from another device), until the next sign-in. */
export const $sessionLost = atom(false)

/** True after the studio has asked for a second factor that the account does not have, until the page is left. */
export const $factorMissing = atom(false)

/** Stores the answer of register, login or a password change. @throws Error if it names no user */
export function signIn(answer: SignedIn): AuthRecord {
  if (!answer?.user || !answer.access_token) throw new Error('The answer has no user')
  const record = recordOf(answer, Date.now())
  $sessionLost.set(false)
  $auth.set(record)
  return record
}

/** Stores new facts of the signed-in person (name, membership, role); the tokens stay, also those of another tab. */
export function updateUser({ id, name, membership, email, role }: User): void {
  const record = stored()
  if (record?.id === id) $auth.set({ ...record, name, membership, email, role })
}

/** Signs out in all tabs at once, then on the server. If it is unreachable, the session idles out. */
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

/** Signs out in all tabs after the server has ended the session. */
export function forget(): void {
  $auth.set(undefined)
}

/** A valid access token, refreshed first if it has expired. @throws as refreshSession() */
export async function freshToken(): Promise<string> {
  const record = $auth.get()
  if (record && record.expiry_time > Date.now()) return record.token
  return (await refreshSession(record?.token)).token
}

let refreshing: Promise<AuthRecord> | undefined

/**
 * Trades the refresh token for new tokens, once at a time across tabs. If another call or tab was faster, its tokens
 * are used instead. @param stale the access token that was refused; default: the stored one @throws Error('No refresh
 * token found') if signed out; ApiError if the server refuses, which signs out; TypeError or DOMException if it is
 * unreachable, which does not sign out
 */
export function refreshSession(stale: string | undefined = $auth.get()?.token): Promise<AuthRecord> {
  refreshing ??= withLock(() => refreshOnce(stale)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** Locks need a secure context. Without them the server accepts two tabs within ten seconds. */
function withLock(work: () => Promise<AuthRecord>): Promise<AuthRecord> {
  return navigator.locks ? navigator.locks.request('auth-refresh', work) : work()
}

async function refreshOnce(stale: string | undefined): Promise<AuthRecord> {
  const record = stored()
  if (!record) throw new Error('No refresh token found')
  if (record.token !== stale && record.expiry_time > Date.now()) return record
  try {
    const answer = await exchange(record.refresh_token)
    // Signed out or switched the account meanwhile: the latest state wins.
    if (stored()?.refresh_token !== record.refresh_token) return stored() ?? nobody()
    return signIn(answer)
  } catch (error) {
    if (error instanceof ApiError && stored()?.refresh_token === record.refresh_token) lose()
    throw error
  }
}

function lose(): void {
  $sessionLost.set(true)
  $auth.set(undefined)
}

/** Well below the ten seconds in which the server repeats a lost answer. */
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

/** Read again: another tab may have written just now, and its storage event comes after its lock is freed. */
function stored(): AuthRecord | undefined {
  try {
    return decodeRecord(localStorage.getItem(KEY) ?? '')
  } catch {
    return $auth.get()
  }
}
