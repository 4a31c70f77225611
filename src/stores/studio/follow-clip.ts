import type { ClipEditor } from './clip-editor.ts'

/** Milliseconds between two looks while the page is seen. */
const EVERY = 5000

/**
 * Tells the editor to look for others' changes, and to save again when the network is back. Whoever hears of changes
 * sooner, such as from a stream of events, may call `look()` as well.
 * @returns a function that stops it
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
