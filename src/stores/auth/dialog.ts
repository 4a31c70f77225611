import { atom } from 'nanostores'
import { $auth, $sessionLost } from './auth.ts'

export interface SignInRequest {
  view: 'login' | 'register'
  /** An early tester's key; sent with the registration. */
  testerKey?: string
  then?: () => void | Promise<void>
}

/** Set while the dialog is open. */
export const $signInRequest = atom<SignInRequest | undefined>()

/** Opens the dialog and runs `then` after the sign-in; at once if already signed in. Closing drops it. */
export function askToSignIn(request: SignInRequest): void {
  if ($auth.get()) void runRequest(request)
  // People with a lost session have an account.
  else $signInRequest.set($sessionLost.get() ? { ...request, view: 'login' } : request)
}

/**
 * Session storage: the path to return to after a sign-in on the next page. The account page's inline script writes it
 * too.
 */
export const LEAD_BACK = 'sign-in'
const LOST = 'session-lost'

/** Asks for a sign-in on the next page in this tab, and returns to this page afterwards. */
export function askToSignInOnNextPage(): void {
  sessionStorage.setItem(LEAD_BACK, location.pathname)
  if ($sessionLost.get()) sessionStorage.setItem(LOST, 'yes')
}

/** Opens the dialog that the previous page asked for. @param leave goes to a path */
export function openRequestedDialog(leave = (path: string) => location.assign(path)): void {
  const path = fromSession(LEAD_BACK)
  // The page that is being left may still run this; the request is for the next page.
  if (!path || path === location.pathname) return
  if (fromSession(LOST)) $sessionLost.set(true)
  for (const key of [LEAD_BACK, LOST]) sessionStorage.removeItem(key)
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
  askToSignIn({ view: 'login', then: () => leave(path) })
}

function fromSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    // The browser forbids storage.
    return null
  }
}

export function closeDialog(): void {
  $signInRequest.set(undefined)
}

/** Closes the dialog and runs what was waiting for the sign-in. */
export async function continueAfterSignIn(): Promise<void> {
  const request = $signInRequest.get()
  closeDialog()
  if (request) await runRequest(request)
}

async function runRequest({ then }: SignInRequest): Promise<void> {
  try {
    await then?.()
  } catch (error) {
    console.error('The action before the sign-in failed', error)
  }
}
