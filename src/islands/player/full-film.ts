import { currentUser } from '#contract/account-endpoints.ts'
import { freshToken, updateUser } from '#stores/auth.ts'
import { requestAs } from '#stores/authorised.ts'

/**
 * Swaps the watermarked film of a player for the full one, at the same place and playing or not as before. A link that
 * has expired is asked for again once; where that does not help either, the watermarked film comes back.
 * @param address of the full film; an access token is added to it
 * @returns a function that puts the watermarked film back
 */
export function showFullFilm(video: HTMLVideoElement, address: string): () => void {
  const end = new AbortController()
  let tries = 0

  async function show() {
    tries += 1
    const token = await freshToken()
    if (end.signal.aborted) return
    swap(video, () => video.setAttribute('src', `${address}?token=${encodeURIComponent(token)}`))
  }

  function giveUp(error: unknown) {
    if (end.signal.aborted) return
    console.warn('The full film cannot be shown', error)
    restore()
    // The membership may have ended elsewhere; then the whole page shall know.
    requestAs(currentUser, undefined).then(updateUser, () => {})
  }

  function restore() {
    end.abort()
    if (video.hasAttribute('src')) swap(video, () => video.removeAttribute('src'))
  }

  const options = { signal: end.signal }
  video.addEventListener('playing', () => (tries = 0), options)
  video.addEventListener('error', () => (tries < 2 ? show().catch(giveUp) : giveUp(video.error)), options)
  show().catch(giveUp)
  return restore
}

/** Without `src` a player takes its `<source>`, the watermarked film. */
function swap(video: HTMLVideoElement, change: () => void): void {
  const at = video.currentTime
  const playing = !video.paused
  change()
  video.load()
  video.currentTime = at
  if (playing) {
    video.play().catch(() => {
      // Replaced once more, or the browser prefers to wait for a click.
    })
  }
}
