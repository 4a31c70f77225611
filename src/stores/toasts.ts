import { atom } from 'nanostores'

export interface Toast {
  kind: 'success' | 'error' | 'info'
  title?: string
  text: string
  action?: { label: string; href: string; newTab?: boolean }
  /** Milliseconds until it closes by itself; 5,000 unless told. */
  duration?: number
}

export const TOAST_MS = 5000

/** Said but not shown yet; the toaster is loaded with the first one and takes them from here. */
export const $waitingToasts = atom<readonly Toast[]>([])

/** Says something at the edge of the window, politely to screen readers; closes by itself. */
export function showToast(toast: Toast): void {
  $waitingToasts.set([...$waitingToasts.get(), toast])
}

/** Hands over what waits. */
export function takeToasts(): readonly Toast[] {
  const waiting = $waitingToasts.get()
  if (waiting.length > 0) $waitingToasts.set([])
  return waiting
}

const KEPT = 'toast'
const KINDS: readonly Toast['kind'][] = ['success', 'error', 'info']

/** Says something on the page that is opened next in this tab. */
export function showToastOnNextPage(toast: Toast): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(toast))
  } catch {
    // Storage is full or forbidden: better said on the page that is about to go than not at all.
    showToast(toast)
  }
}

/** Says what the page before wanted to be said here. */
export function showKeptToast(): void {
  try {
    const toast = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null')
    sessionStorage.removeItem(KEPT)
    if (typeof toast?.text === 'string' && KINDS.includes(toast.kind)) showToast(toast)
  } catch {
    // What is not a toast is none.
  }
}
