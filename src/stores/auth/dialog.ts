import { atom } from 'nanostores'
import { $auth } from './auth.ts'

export interface SignInWish {
  view: 'login' | 'register'
  /** Runs after the sign-in. */
  then?: () => void | Promise<void>
}

/** Set while the dialog is open. */
export const $signInWish = atom<SignInWish | undefined>()

/**
 * Opens the dialog and runs `then` after the sign-in; closing the dialog drops it. Runs `then` at once if already
 * signed in.
 */
export function askToSignIn(wish: SignInWish): void {
  if ($auth.get()) void goOn(wish)
  else $signInWish.set(wish)
}

export function closeDialog(): void {
  $signInWish.set(undefined)
}

/** Closes the dialog and runs what was waiting for the sign-in. */
export async function continueAfterSignIn(): Promise<void> {
  const wish = $signInWish.get()
  closeDialog()
  if (wish) await goOn(wish)
}

async function goOn({ then }: SignInWish): Promise<void> {
  try {
    await then?.()
  } catch (error) {
    console.error('What was asked before signing in could not be done', error)
  }
}
