import type { ClipEditor } from './clip-editor.ts'

/** Milliseconds between two checks while the page is visible. */
const EVERY = 5000

/**
 * Makes the editor check for others' changes, and save again when the network is back. Callers that hear of changes
 * sooner, such as from events, may also call `look()`. @returns a function that stops it
 */
export function followClip(editor: Pick<ClipEditor, 'look' | 'save' | '$view'>): () => void {
  const look = () => document.visibilityState === 'visible' && void editor.look()
  const online = () => editor.$view.get().status === 'waiting' && void editor.save()
  const timer = setInterval(look, EVERY)
  const end = new AbortController()
  document.addEventListener('visibilitychange', look, end)
  window.addEventListener('online', online, end)
  return () => {
    clearInterval(timer)
    end.abort()
  }
}
