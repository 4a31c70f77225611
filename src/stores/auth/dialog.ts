import { atom } from 'nanostores'
import { $auth } from './auth.ts'

export interface SignInRequest {
  view: 'login' | 'register'
  /** Runs after the sign-in. */
  then?: () => void | Promise<void>
}

/** Set while the dialog is open. */
export const $signInRequest = atom<SignInRequest | undefined>()

/** Opens the dialog and runs `then` after the sign-in; at once if already signed in. Closing drops it. */
export function askToSignIn(wish: SignInRequest): void {
  if ($auth.get()) void runRequest(wish)
  else $signInRequest.set(wish)
}

export function closeDialog(): void {
  $signInRequest.set(undefined)
}

/** Closes the dialog and runs what was waiting for the sign-in. */
export async function continueAfterSignIn(): Promise<void> {
  const wish = $signInRequest.get()
  closeDialog()
  if (wish) await runRequest(wish)
}

async function runRequest({ then }: SignInRequest): Promise<void> {
  try {
    await then?.()
  } catch (error) {
    console.error('What was asked before signing in could not be done', error)
  }
}
