import { currentUser } from '#contract/accounts/account-calls.ts'
import { freshToken, updateUser } from '#stores/auth/auth.ts'
import { requestAs } from '#stores/auth/authorised.ts'

/**
 * Swaps in the full film at the same position; an expired link is renewed once, then the watermarked film returns.
 * @param address of the full film; an access token is added
 * @param begin starts a player that no film has been asked for
 * @returns a function that restores the watermarked film
 */
export function showFullFilm(
  video: HTMLVideoElement,
  address: string,
  begin: (video: HTMLVideoElement) => void,
): () => void {
  const end = new AbortController()
  const options = { signal: end.signal }
  // Tracked by events, since a film that fails to load counts as paused.
  let plays = !video.paused
  let tries = 0

  async function show() {
    tries += 1
    const token = await freshToken()
    if (end.signal.aborted) return
    swap(video, plays, `${address}?token=${encodeURIComponent(token)}`)
    beginOnce()
  }

  function giveUp(error: unknown) {
    if (end.signal.aborted) return
    console.warn('The full film cannot be shown', error)
    restore()
    // The membership may have ended elsewhere: update the whole page.
    requestAs(currentUser, undefined).then(updateUser, () => {})
  }

  function restore() {
    end.abort()
    if (video.hasAttribute('src')) swap(video, plays, undefined)
    beginOnce()
  }

  function beginOnce() {
    if (video.preload === 'none' && video.isConnected) begin(video)
  }

  video.addEventListener('play', () => (plays = true), options)
  video.addEventListener('pause', () => (plays = false), options)
  video.addEventListener('playing', () => (tries = 0), options)
  video.addEventListener('error', () => (tries < 2 ? show().catch(giveUp) : giveUp(video.error)), options)
  show().catch(giveUp)
  return restore
}

/** Without `src` a player uses its `<source>`, the watermarked film. */
function swap(video: HTMLVideoElement, plays: boolean, src: string | undefined): void {
  const at = video.currentTime
  if (src) video.setAttribute('src', src)
  else video.removeAttribute('src')
  video.load()
  video.currentTime = at
  if (plays) {
    video.play().catch(() => {
      // Swapped again meanwhile, or the browser refused autoplay.
    })
  }
}
