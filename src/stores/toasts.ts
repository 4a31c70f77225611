import { atom } from 'nanostores'

export interface Toast {
  kind: 'success' | 'error' | 'info'
  title?: string
  /** Default: that a script could not be loaded, in the words of the shell and the toaster. */
  text?: string
  /** A link, or a button that opens the login dialog. */
  action?: { label: string; href: string; newTab?: boolean } | { label: string; signIn: true }
  /** Milliseconds until it closes; default 5,000. */
  duration?: number
}

export const TOAST_MS = 5000

/** Waiting for the toaster, which loads with the first toast. */
export const $waitingToasts = atom<readonly Toast[]>([])

/** Shows a toast; screen readers announce it politely. */
export function showToast(toast: Toast): void {
  $waitingToasts.set([...$waitingToasts.get(), toast])
}

/** For lazy code of a button: the browser is offline, or the site is down. */
export function toastUnloaded(error: unknown): void {
  console.warn(error)
  showToast({ kind: 'error' })
}

/** Returns and clears the waiting toasts. */
export function takeToasts(): readonly Toast[] {
  const waiting = $waitingToasts.get()
  if (waiting.length > 0) $waitingToasts.set([])
  return waiting
}

/** Counts tries; each makes the shown answer outdated. */
export const $tries = atom(0)

/** Hides the answer to the last try, so that no old problem shows beside a silent success. */
export function startTry(): void {
  $tries.set($tries.get() + 1)
}

const STORED = 'toast'
const KINDS: readonly Toast['kind'][] = ['success', 'error', 'info']

export function showToastOnNextPage(toast: Toast): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(toast))
  } catch {
    // Storage is full or forbidden: show it on this page instead.
    showToast(toast)
  }
}

/** Shows the toast that the previous page left. */
export function showPreviousToast(): void {
  try {
    const toast = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    sessionStorage.removeItem(STORED)
    if (typeof toast?.text === 'string' && KINDS.includes(toast.kind)) showToast(toast)
  } catch {
    // Ignores an invalid toast.
  }
}
